//! JDK images made by hand.

use std::collections::BTreeMap;
use std::io::Write;

use flate2::{Compression, write::ZlibEncoder};

/// One resource.
pub struct Resource {
    pub module: &'static str,
    pub parent: &'static str,
    pub base: &'static str,
    pub extension: &'static str,
    pub contents: Vec<u8>,
    /// The name of the compression, or nothing; contents are deflated whatever the name.
    pub compression: Option<&'static str>,
}

impl Resource {
    pub fn class(module: &'static str, parent: &'static str, base: &'static str, contents: &[u8]) -> Self {
        Self { module, parent, base, extension: "class", contents: contents.into(), compression: None }
    }

    fn path(&self) -> String {
        let slash = if self.parent.is_empty() { "" } else { "/" };
        let dot = if self.extension.is_empty() { "" } else { "." };
        format!("/{}/{}{slash}{}{dot}{}", self.module, self.parent, self.base, self.extension)
    }
}

/// The strings of an image, each once.
struct Strings {
    bytes: Vec<u8>,
    at: BTreeMap<String, u32>,
}

impl Strings {
    fn add(&mut self, text: &str) -> u32 {
        let next = self.bytes.len() as u32;
        *self.at.entry(text.to_owned()).or_insert_with(|| {
            self.bytes.extend(text.as_bytes());
            self.bytes.push(0);
            next
        })
    }
}

fn hash(path: &str, seed: u32) -> u32 {
    path.bytes().fold(seed, |hash, b| hash.wrapping_mul(0x0100_0193) ^ u32::from(b)) & 0x7FFF_FFFF
}

/// An image in the byte order that `order` gives, with `/packages` entries for the packages of the resources.
pub fn image(mut resources: Vec<Resource>, order: fn(u32) -> [u8; 4]) -> Vec<u8> {
    let mut strings = Strings { bytes: Vec::new(), at: BTreeMap::new() };
    strings.add("");
    let packages: BTreeMap<&str, &str> = resources.iter().map(|r| (r.parent, r.module)).collect();
    for (package, module) in packages {
        // The writer cuts `java.lang` at its last dot, as it does a file name.
        let dotted: &'static str = package.replace('/', ".").leak();
        let (base, extension) = dotted.rsplit_once('.').unwrap_or((dotted, ""));
        let contents = [order(0), order(strings.add(module))].concat();
        resources.push(Resource { module: "packages", parent: "", base, extension, contents, compression: None });
    }

    let mut data = Vec::new();
    let mut locations = vec![0];
    let mut location_of = Vec::new();
    for resource in &resources {
        let offset = data.len() as u64;
        let mut compressed = 0;
        match resource.compression {
            None => data.extend(&resource.contents),
            Some(name) => {
                let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
                encoder.write_all(&resource.contents).expect("writes to memory");
                let deflated = encoder.finish().expect("writes to memory");
                data.extend(order(0xCAFE_FAFA));
                data.extend([0; 16]);
                data.extend(order(strings.add(name)));
                data.extend(order(0));
                data.push(1);
                data.extend(&deflated);
                compressed = data.len() as u64 - offset;
            }
        }
        location_of.push(locations.len() as u32);
        let values = [
            strings.add(resource.module).into(),
            strings.add(resource.parent).into(),
            strings.add(resource.base).into(),
            strings.add(resource.extension).into(),
            offset,
            compressed,
            resource.contents.len() as u64,
        ];
        for (kind, value) in (1u8..).zip(values) {
            locations.push(kind << 3 | 3);
            locations.extend((value as u32).to_be_bytes());
        }
        locations.push(0);
    }

    let (redirects, rows) = perfect_hash(&resources);
    let len = resources.len() as u32;
    let words = [0xCAFE_DADA, 1 << 16, 0, len, len, locations.len() as u32, strings.bytes.len() as u32];
    let mut out: Vec<u8> = words.into_iter().flat_map(order).collect();
    out.extend(redirects.into_iter().flat_map(|redirect| order(redirect as u32)));
    out.extend(rows.into_iter().flat_map(|resource| order(location_of[resource])));
    out.extend(locations);
    out.extend(strings.bytes);
    out.extend(data);
    out
}

/// Redirects, and the resource in each row.
fn perfect_hash(resources: &[Resource]) -> (Vec<i32>, Vec<usize>) {
    let len = resources.len();
    let mut buckets: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (i, resource) in resources.iter().enumerate() {
        buckets.entry(hash(&resource.path(), 0x0100_0193) as usize % len).or_default().push(i);
    }
    let mut redirects = vec![0; len];
    let mut rows = vec![usize::MAX; len];
    let mut buckets: Vec<_> = buckets.into_iter().collect();
    buckets.sort_by_key(|(_, bucket)| std::cmp::Reverse(bucket.len()));
    for (bucket, members) in buckets {
        if let [only] = members[..] {
            let row = rows.iter().position(|&r| r == usize::MAX).expect("as many rows as resources");
            rows[row] = only;
            redirects[bucket] = -1 - row as i32;
            continue;
        }
        let (seed, places) = (1..i32::MAX)
            .find_map(|seed| {
                let place = |&i: &usize| hash(&resources[i].path(), seed as u32) as usize % len;
                let places: Vec<usize> = members.iter().map(place).collect();
                let free = places.iter().enumerate().all(|(i, p)| rows[*p] == usize::MAX && !places[..i].contains(p));
                free.then_some((seed, places))
            })
            .expect("some seed separates a bucket");
        redirects[bucket] = seed;
        for (row, member) in places.into_iter().zip(members) {
            rows[row] = member;
        }
    }
    (redirects, rows)
}
