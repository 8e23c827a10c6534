//! What a program is told of the network: a host with a loopback interface and no other, which is called `localhost`.
//!
//! One host of many that a program may run on, so all of it are fixed answers. The names of other hosts are not known.

use super::{Arguments, Outcome, Row, nothing, one, rows, zero};
use crate::interp::{Raise, Res};
use crate::program::{ObjId, ThreadId};
use crate::vm::Vm;

/// The address 127.0.0.1, the length of its prefix, and the constant of `InetAddress` for its family.
const LOOPBACK: u32 = 0x7f00_0001;
const PREFIX: u64 = 8;
const IPV4: u64 = 1;

const NAME: &str = "lo";
const INDEX: i32 = 1;
const HOST: &str = "localhost";

impl Vm {
    /// An object of a class that is initialized, with some fields set.
    fn made_of(&mut self, class: &str, fields: &[(&'static str, u64)]) -> Res<ObjId> {
        let class = self.class(class)?;
        let object = self.alloc(class);
        for &(field, value) in fields {
            let slot = self.slot(class, field);
            self.state.heap.set_field(object, slot, value);
        }
        Ok(object)
    }

    fn array_with(&mut self, class: &str, only: ObjId) -> Res<ObjId> {
        let array = self.new_array(class, 1)?;
        self.state.heap.set_ref_at(array, 0, only);
        Ok(array)
    }

    /// The loopback address, found by a name or without one.
    fn loopback(&mut self, name: Option<&str>) -> Res<ObjId> {
        let name = name.map_or(0, |name| u64::from(self.new_string(name).0));
        let holder = self.made_of(
            "java/net/InetAddress$InetAddressHolder",
            &[("hostName", name), ("originalHostName", name), ("address", u64::from(LOOPBACK)), ("family", IPV4)],
        )?;
        self.made_of("java/net/Inet4Address", &[("holder", u64::from(holder.0))])
    }

    /// The only interface.
    fn interface(&mut self, tid: ThreadId) -> Res<ObjId> {
        // An initializer that has to run first makes this run again, so before anything is made.
        for class in ["java/net/NetworkInterface", "java/net/Inet4Address", "java/net/InterfaceAddress"] {
            let class = self.class(class)?;
            self.ensure_init(tid, class)?;
        }
        let address = self.loopback(None)?;
        let binding =
            self.made_of("java/net/InterfaceAddress", &[("address", u64::from(address.0)), ("maskLength", PREFIX)])?;
        let name = self.new_string(NAME);
        let addresses = self.array_with("[Ljava/net/InetAddress;", address)?;
        let bindings = self.array_with("[Ljava/net/InterfaceAddress;", binding)?;
        let children = self.new_array("[Ljava/net/NetworkInterface;", 0)?;
        self.made_of(
            "java/net/NetworkInterface",
            &[
                ("name", u64::from(name.0)),
                ("displayName", u64::from(name.0)),
                ("index", INDEX as u64),
                ("addrs", u64::from(addresses.0)),
                ("bindings", u64::from(bindings.0)),
                ("childs", u64::from(children.0)),
            ],
        )
    }

    /// Whether an object of `InetAddress` is the address of the only interface.
    fn is_loopback(&mut self, address: ObjId) -> Res<bool> {
        let class = self.class("java/net/InetAddress")?;
        let slot = self.slot(class, "holder");
        let holder = ObjId(self.state.heap.field(address, slot) as u32);
        let class = self.class("java/net/InetAddress$InetAddressHolder")?;
        let [bits, family] = ["address", "family"].map(|field| {
            let slot = self.slot(class, field);
            self.state.heap.field(holder, slot)
        });
        Ok(family == IPV4 && bits as u32 == LOOPBACK)
    }
}

fn all(vm: &mut Vm, tid: ThreadId, _: Arguments) -> Res<Outcome> {
    let only = vm.interface(tid)?;
    Outcome::obj(vm.array_with("[Ljava/net/NetworkInterface;", only)?)
}

/// The only interface, if it is meant.
fn found(vm: &mut Vm, tid: ThreadId, is_meant: bool) -> Res<Outcome> {
    Outcome::obj(if is_meant { vm.interface(tid)? } else { ObjId::NULL })
}

fn by_name(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let name = args.non_null(0)?;
    let is_meant = vm.text_of(name)? == NAME;
    found(vm, tid, is_meant)
}

fn by_index(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    found(vm, tid, args.int(0) == INDEX)
}

fn by_address(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let address = args.non_null(0)?;
    let is_meant = vm.is_loopback(address)?;
    found(vm, tid, is_meant)
}

fn is_bound(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let address = args.non_null(0)?;
    Outcome::bool(vm.is_loopback(address)?)
}

/// The addresses of a host: of this one alone. What other names mean is not guessed.
fn look_up(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    let name = args.non_null(1)?;
    let name = vm.text_of(name)?;
    if name != HOST {
        return Err(Raise::Unsupported(format!(
            "native method java.net.InetAddress.lookupAllHostAddr, for the host {name}"
        )));
    }
    let class = vm.class("java/net/Inet4Address")?;
    vm.ensure_init(tid, class)?;
    let address = vm.loopback(Some(HOST))?;
    Outcome::obj(vm.array_with("[Ljava/net/InetAddress;", address)?)
}

/// The name of a host with an address: of this one alone.
fn name_of(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let bytes = args.non_null(1)?;
    let address = &vm.state.heap.bytes_of(bytes)[..vm.state.heap.array_len(bytes) as usize];
    if address != LOOPBACK.to_be_bytes() {
        let text: Vec<String> = address.iter().map(u8::to_string).collect();
        return Err(Raise::Unsupported(format!(
            "native method java.net.InetAddress.getHostByAddr, for the address {}",
            text.join(".")
        )));
    }
    Outcome::obj(vm.new_string(HOST))
}

fn local_host(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    Outcome::obj(vm.new_string(HOST))
}

fn null(_: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    Outcome::obj(ObjId::NULL)
}

pub(super) const ROWS: &[Row] = rows! {
    "java/net/NetworkInterface" {
        "init" "()V" [Nothing, Computed] => nothing,
        "getAll" "()[Ljava/net/NetworkInterface;" [Nothing, Pinned(PinnedAnswer::Host)] => all,
        "isLoopback0" "(Ljava/lang/String;I)Z" [Nothing, Pinned(PinnedAnswer::Host)] => one,
        "isUp0" "(Ljava/lang/String;I)Z" [Nothing, Pinned(PinnedAnswer::Host)] => one,
        "isP2P0" "(Ljava/lang/String;I)Z" [Nothing, Pinned(PinnedAnswer::Host)] => zero,
        "supportsMulticast0" "(Ljava/lang/String;I)Z" [Nothing, Pinned(PinnedAnswer::Host)] => zero,
        "getMacAddr0" "([BLjava/lang/String;I)[B" [Nothing, Pinned(PinnedAnswer::Host)] => null,
        "getMTU0" "(Ljava/lang/String;I)I" [Nothing, Pinned(PinnedAnswer::Host)] => |_, _, _| Outcome::int(65_536),
        "getByName0" "(Ljava/lang/String;)Ljava/net/NetworkInterface;" [Nothing, Pinned(PinnedAnswer::Host)] => by_name,
        "getByIndex0" "(I)Ljava/net/NetworkInterface;" [Nothing, Pinned(PinnedAnswer::Host)] => by_index,
        "getByInetAddress0" "(Ljava/net/InetAddress;)Ljava/net/NetworkInterface;" [Nothing, Pinned(PinnedAnswer::Host)] => by_address,
        "boundInetAddress0" "(Ljava/net/InetAddress;)Z" [Nothing, Pinned(PinnedAnswer::Host)] => is_bound,
    }
    "java/net/Inet4AddressImpl" {
        "getLocalHostName" "()Ljava/lang/String;" [Nothing, Pinned(PinnedAnswer::Host)] => local_host,
        "lookupAllHostAddr" "(Ljava/lang/String;)[Ljava/net/InetAddress;" [Nothing, Pinned(PinnedAnswer::Host)] => look_up,
        "getHostByAddr" "([B)Ljava/lang/String;" [Arrays(&[whole(1)]), Pinned(PinnedAnswer::Host)] => name_of,
    }
    "java/net/Inet6AddressImpl" {
        "getLocalHostName" "()Ljava/lang/String;" [Nothing, Pinned(PinnedAnswer::Host)] => local_host,
        "lookupAllHostAddr" "(Ljava/lang/String;)[Ljava/net/InetAddress;" [Nothing, Pinned(PinnedAnswer::Host)] => look_up,
        "lookupAllHostAddr" "(Ljava/lang/String;I)[Ljava/net/InetAddress;" [Nothing, Pinned(PinnedAnswer::Host)] => look_up,
        "getHostByAddr" "([B)Ljava/lang/String;" [Arrays(&[whole(1)]), Pinned(PinnedAnswer::Host)] => name_of,
    }
    // Addresses as values.
    "java/net/InetAddress" {
        "init" "()V" [Nothing, Computed] => nothing,
        "isIPv4Available" "()Z" [Nothing, Pinned(PinnedAnswer::Host)] => one,
        "isIPv6Supported" "()Z" [Nothing, Pinned(PinnedAnswer::Host)] => one,
    }
    "java/net/InetAddressImplFactory" { "isIPv6Supported" "()Z" [Nothing, Pinned(PinnedAnswer::Host)] => one }
    "java/net/Inet4Address" { "init" "()V" [Nothing, Computed] => nothing }
    "java/net/Inet6Address" { "init" "()V" [Nothing, Computed] => nothing }
};
