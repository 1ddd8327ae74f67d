//! Opens the port that the server listens on, and reports which program uses it if it is taken.

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener};

use anyhow::{Context, Result, bail};

/// Listens on the address for players.
pub(crate) fn listen(address: SocketAddr) -> Result<TcpListener> {
    listen_for(address, "--listen")
}

/// Listens on an address that the named option sets.
pub(crate) fn listen_for(address: SocketAddr, option: &str) -> Result<TcpListener> {
    let listener = match TcpListener::bind(address) {
        Ok(listener) => listener,
        Err(error) if error.kind() == ErrorKind::AddrInUse => {
            bail!("{}", port_in_use_message(address, option))
        }
        Err(error) => return Err(error).with_context(|| format!("cannot listen on {address} ({option})")),
    };
    listener.set_nonblocking(true)?;
    Ok(listener)
}

fn port_in_use_message(address: SocketAddr, option: &str) -> String {
    let next = SocketAddr::new(address.ip(), address.port().checked_add(1).unwrap_or(1024));
    let choose = format!("choose another port: {option} {next}");
    match owner(address.port()) {
        Some(Owner { name, pid }) if name == "detente" && option == "--listen" => format!(
            "{address} is in use: Detente already runs there (process {pid}). Open http://{address} to play, \
             or {choose} --data OTHER-FOLDER"
        ),
        Some(Owner { name, pid }) => format!("{address} is in use by {name} (process {pid}); {choose}"),
        None => format!("{address} is in use by another program; {choose}"),
    }
}

/// The program that listens on a port.
struct Owner {
    name: String,
    pid: u32,
}

/// Linux shows in /proc which socket listens on a port and which process has it open. None for a process of
/// another user, whose sockets are not shown, and on other systems.
fn owner(port: u16) -> Option<Owner> {
    let sockets: Vec<String> = ["/proc/net/tcp", "/proc/net/tcp6"]
        .iter()
        .filter_map(|file| std::fs::read_to_string(file).ok())
        .flat_map(|table| table.lines().filter_map(|row| listening_socket(row, port)).collect::<Vec<_>>())
        .collect();
    for process in std::fs::read_dir("/proc").ok()?.flatten() {
        let Some(pid) = process.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        let Ok(files) = std::fs::read_dir(process.path().join("fd")) else { continue };
        let has_socket = files
            .flatten()
            .filter_map(|file| std::fs::read_link(file.path()).ok())
            .any(|target| sockets.iter().any(|socket| target.as_os_str() == socket.as_str()));
        if has_socket {
            let name = std::fs::read_to_string(process.path().join("comm")).ok()?;
            return Some(Owner { name: name.trim().to_owned(), pid });
        }
    }
    None
}

/// The socket in a row of /proc/net/tcp, in the form of the links in /proc/PID/fd, if it listens on this
/// port.
fn listening_socket(row: &str, port: u16) -> Option<String> {
    const LISTEN: &str = "0A";
    let mut columns = row.split_whitespace();
    let (_, local_port) = columns.nth(1)?.rsplit_once(':')?;
    let state = columns.nth(1)?;
    let inode = columns.nth(5)?;
    let listens = state == LISTEN && u16::from_str_radix(local_port, 16) == Ok(port);
    listens.then(|| format!("socket:[{inode}]"))
}
