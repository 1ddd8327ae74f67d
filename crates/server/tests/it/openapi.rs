//! The OpenAPI description declares each parameter in the right place.

use serde_json::Value;

#[test]
fn path_parameters_are_exactly_those_in_the_path() {
    let api: Value = serde_json::from_str(server::OPENAPI).unwrap();
    let (mut asked, mut in_path) = (0, 0);
    for (path, methods) in api["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            for parameter in operation["parameters"].as_array().map_or(&[] as &[Value], Vec::as_slice) {
                let name = parameter["name"].as_str().unwrap();
                let is_part = path.contains(&format!("{{{name}}}"));
                let place = parameter["in"].as_str().unwrap();
                assert_eq!(place == "path", is_part, "{method} {path}: {name} in {place}");
                in_path += usize::from(is_part);
                asked += usize::from(place == "query");
            }
        }
    }
    assert!(in_path > 10 && asked > 5, "{in_path} {asked}");
}
