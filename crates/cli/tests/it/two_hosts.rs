//! A second host on the same network follows the address that `serve --table` prints: two network namespaces with a
//! cable between them. Where that is not allowed, the test says why and checks nothing.

use std::io::{BufRead, BufReader, Read as _};
use std::process::{Child, Command, Stdio};

use fault_injection::service::Folder;

const PROGRAM: &str = env!("CARGO_BIN_EXE_detente");
const SERVER_ADDRESS: &str = "10.77.19.1";
const PHONE_ADDRESS: &str = "10.77.19.2";

/// Runs `ip` with these words.
fn ip(words: &str) -> Result<(), String> {
    let done = Command::new("ip").args(words.split(' ')).stdin(Stdio::null()).output();
    match done {
        Ok(done) if done.status.success() => Ok(()),
        Ok(done) => Err(format!("ip {words}: {}", String::from_utf8_lossy(&done.stderr).trim())),
        Err(error) => Err(format!("ip {words}: {error}")),
    }
}

/// Two hosts that are connected, and removed at the end.
struct TwoHosts {
    server: String,
    phone: String,
}

impl TwoHosts {
    fn new() -> Result<Self, String> {
        let number = std::process::id();
        let hosts = Self { server: format!("dts{number}"), phone: format!("dtp{number}") };
        let Self { server, phone } = &hosts;
        let (server_end, phone_end) = (format!("vs{number}"), format!("vp{number}"));
        ip(&format!("netns add {server}"))?;
        ip(&format!("netns add {phone}"))?;
        ip(&format!("link add {server_end} netns {server} type veth peer name {phone_end} netns {phone}"))?;
        for (host, end, address) in
            [(server, &server_end, SERVER_ADDRESS), (phone, &phone_end, PHONE_ADDRESS)]
        {
            ip(&format!("-n {host} addr add {address}/24 dev {end}"))?;
            ip(&format!("-n {host} link set {end} up"))?;
            ip(&format!("-n {host} link set lo up"))?;
        }
        Ok(hosts)
    }

    fn command(host: &str, program: &str) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", host, program]).stdin(Stdio::null());
        command
    }
}

impl Drop for TwoHosts {
    fn drop(&mut self) {
        for host in [&self.server, &self.phone] {
            let _ = ip(&format!("netns del {host}"));
        }
    }
}

struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_phone_on_the_network_follows_the_printed_address() {
    let hosts = match TwoHosts::new() {
        Ok(hosts) => hosts,
        Err(why) => {
            println!("not checked, because two network namespaces cannot be made here: {why}");
            return;
        }
    };
    let folder = Folder::new("two-hosts").unwrap();
    let mut command = TwoHosts::command(&hosts.server, PROGRAM);
    command.args(["serve", "--table", "--listen", "0.0.0.0:0", "--data"]).arg(folder.data());
    let mut running = Running(command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap());
    let mut out = BufReader::new(running.0.stdout.take().unwrap());
    let (mut phones, mut line) = (String::new(), String::new());
    while out.read_line(&mut line).unwrap() > 0 && !line.trim_start().starts_with("Stop") {
        if let Some(value) = line.trim_start().strip_prefix("Phones") {
            value.trim().clone_into(&mut phones);
        }
        line.clear();
    }
    let url = phones.split_whitespace().next().unwrap().to_owned();
    assert!(url.starts_with(&format!("http://{SERVER_ADDRESS}:")), "{phones}");
    // The QR code below is that of this address.
    let code = server::reach::terminal_qr_code(&url);
    let mut shown = vec![0; code.len() + 1];
    out.read_exact(&mut shown).unwrap();
    assert_eq!(String::from_utf8(shown).unwrap(), format!("\n{code}"));
    // The other host asks there, with nothing but a shell.
    let (host, port) = url.strip_prefix("http://").unwrap().split_once(':').unwrap();
    let ask = format!(
        "exec 3<>/dev/tcp/{host}/{port}; printf 'GET /api/reach HTTP/1.1\\r\\nHost: {host}:{port}\\r\\nConnection: \
         close\\r\\n\\r\\n' >&3; cat <&3"
    );
    let answer = TwoHosts::command(&hosts.phone, "bash").args(["-c", &ask]).output().unwrap();
    let answer = String::from_utf8(answer.stdout).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains(&format!("\"urls\":[\"{url}\"]")), "{answer}");
}
