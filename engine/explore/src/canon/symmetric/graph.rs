//! What a state comes to whose entities may change places: local sums, references between entities, and colours.
//!
//! Without references from one entity into another a state is what is shared and a multiset of entities, each known by the
//! sum of its parts. The sums are mixed before they are added up: with one sum over all parts two threads could exchange
//! single parts.
//!
//! References are labelled edges. *Colour refinement* (Cardon and Crochemore, 1982) gives entities colours: at first what they
//! are, then, round after round, what they are next to, until no more colours come up. An edge is *told* if one of its ends
//! has a colour of its own: then the colour of the other end says where the edge leads. While an edge is not, one of the
//! entities of the least colour among its like is told apart by decree (individualization), and refined again. Which one is
//! arbitrary. In the end one more round makes the colour of each entity say what it is and where its edges lead, so states with the
//! same key are isomorphic, *whoever was chosen*. States that are isomorphic have the same key if entities that still have a
//! colour in common are alike, which is so in all but regular graphs; where it is not, a state has several keys, which costs
//! states and nothing else.

use super::super::super::hash::Hasher128;

const COLOUR: u64 = 32;
const ROUND: u64 = 33;
const OUT: u64 = 34;
const IN: u64 = 35;
const CHOSEN: u64 = 36;
const ENTITY: u64 = 37;
const SHARED: u64 = 38;
const REFERRED: u64 = 39;

fn hash(tag: u64, words: &[u128]) -> u128 {
    let mut hasher = Hasher128::new(tag);
    words.iter().for_each(|&word| hasher.wide(word));
    hasher.finish()
}

/// A number of an entity; zero is what is shared.
pub(super) type Entity = u32;

/// What belongs to no entity.
pub(super) const NOBODY: Entity = 0;

/// A reference from one entity into another.
#[derive(Clone, Copy)]
struct Edge {
    from: Entity,
    label: u128,
    to: Entity,
}

/// Entities and what is between them.
#[derive(Default)]
pub(super) struct Graph {
    /// The sum of the parts of each entity.
    sums: Vec<u128>,
    edges: Vec<Edge>,
    colours: Vec<u128>,
    /// What is next to each entity.
    around: Vec<u128>,
    /// Entities with edges.
    involved: Vec<Entity>,
    sorted: Vec<u128>,
}

impl Graph {
    /// Begins anew, with so many entities.
    pub fn begin(&mut self, entities: Entity) {
        self.sums.clear();
        self.sums.resize(entities as usize + 1, 0);
        self.edges.clear();
    }

    /// Adds a part to an entity.
    #[inline]
    pub fn add(&mut self, to: Entity, part: u128) {
        let sum = &mut self.sums[to as usize];
        *sum = sum.wrapping_add(part);
    }

    /// Adds a reference that its label tells from all others of the entity.
    pub fn refer(&mut self, from: Entity, label: u128, to: Entity) {
        match from {
            // What is shared is there once, so that this is a property of the other end.
            NOBODY => self.add(to, hash(REFERRED, &[label])),
            _ => self.edges.push(Edge { from, label, to }),
        }
    }

    /// What an entity is, if that says all of it: where it is referred to by no other one, and refers to none, whoever has the
    /// same sum can change places with it and nothing else changes. After the key was asked for.
    pub fn sum_of_single(&self, entity: Entity) -> Option<u128> {
        let is_single = self.edges.is_empty() || self.involved.binary_search(&entity).is_err();
        is_single.then(|| self.sums[entity as usize])
    }

    /// The key.
    pub fn key(&mut self) -> u128 {
        self.colours.clear();
        self.colours.extend(self.sums.iter().map(|&sum| hash(COLOUR, &[sum])));
        if !self.edges.is_empty() {
            self.refine();
        }
        let entities = self.colours.iter().skip(1);
        hash(SHARED, &[entities.fold(self.sums[0], |sum, &colour| sum.wrapping_add(hash(ENTITY, &[colour])))])
    }

    /// Tells entities apart until every edge is told.
    fn refine(&mut self) {
        self.involved.clear();
        self.involved.extend(self.edges.iter().flat_map(|edge| [edge.from, edge.to]));
        self.involved.sort_unstable();
        self.involved.dedup();
        let mut known = self.sort_colours();
        loop {
            loop {
                self.round();
                let now = self.sort_colours();
                if now == known {
                    break;
                }
                known = now;
            }
            let Some(least) = self.least_untold() else { break };
            let chosen = self.involved.iter().copied().find(|&entity| self.colours[entity as usize] == least);
            let chosen = chosen.expect("invariant: an entity has the colour that was found");
            self.colours[chosen as usize] = hash(CHOSEN, &[least]);
            known = self.sort_colours();
        }
        self.round();
    }

    /// Gives each entity the colour that says what it is next to.
    fn round(&mut self) {
        self.around.clear();
        self.around.resize(self.colours.len(), 0);
        for &Edge { from, label, to } in &self.edges {
            let around = &mut self.around[from as usize];
            *around = around.wrapping_add(hash(OUT, &[label, self.colours[to as usize]]));
            let around = &mut self.around[to as usize];
            *around = around.wrapping_add(hash(IN, &[label, self.colours[from as usize]]));
        }
        for &entity in &self.involved {
            let colour = &mut self.colours[entity as usize];
            *colour = hash(ROUND, &[*colour, self.around[entity as usize]]);
        }
    }

    /// Sorts the colours of the entities that have edges; gives the number of different ones.
    fn sort_colours(&mut self) -> usize {
        self.sorted.clear();
        self.sorted.extend(self.involved.iter().map(|&entity| self.colours[entity as usize]));
        self.sorted.sort_unstable();
        if self.sorted.is_empty() { 0 } else { 1 + self.sorted.windows(2).filter(|pair| pair[0] != pair[1]).count() }
    }

    /// The least colour of an end of an edge neither end of which has a colour of its own.
    fn least_untold(&self) -> Option<u128> {
        let colour = |entity: Entity| self.colours[entity as usize];
        let is_common = |colour: u128| {
            let first = self.sorted.partition_point(|&other| other < colour);
            self.sorted.get(first + 1) == Some(&colour)
        };
        let untold = self.edges.iter().filter(|edge| is_common(colour(edge.from)) && is_common(colour(edge.to)));
        untold.flat_map(|edge| [colour(edge.from), colour(edge.to)]).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Edges = Vec<(Entity, u128, Entity)>;

    /// A graph of entities with these local parts and edges.
    fn key(parts: &[u128], edges: &[(Entity, u128, Entity)]) -> u128 {
        let mut graph = Graph::default();
        graph.begin(parts.len() as Entity);
        parts.iter().enumerate().for_each(|(i, &part)| graph.add(i as Entity + 1, part));
        edges.iter().for_each(|&(from, label, to)| graph.refer(from, label, to));
        graph.key()
    }

    fn ring(entities: &[Entity]) -> Edges {
        let next = entities.iter().cycle().skip(1);
        entities.iter().zip(next).map(|(&from, &to)| (from, 7, to)).collect()
    }

    #[test]
    fn who_stands_where_does_not_count_and_what_is_there_does() {
        assert_eq!(key(&[1, 2], &[]), key(&[2, 1], &[]));
        assert_ne!(key(&[1, 4], &[]), key(&[2, 3], &[]), "two entities exchange parts");
        assert_eq!(key(&[1, 2], &[(1, 7, 2)]), key(&[2, 1], &[(2, 7, 1)]));
        assert_ne!(key(&[1, 2], &[(1, 7, 2)]), key(&[1, 2], &[(2, 7, 1)]));
        assert_ne!(key(&[1, 1], &[(1, 7, 2)]), key(&[1, 1], &[(1, 8, 2)]));
    }

    #[test]
    fn who_is_next_to_nobody_is_all_that_its_sum_says() {
        let mut graph = Graph::default();
        graph.begin(4);
        [5, 5, 6, 6].into_iter().zip(1..).for_each(|(part, entity)| graph.add(entity, part));
        graph.key();
        assert_eq!(graph.sum_of_single(1), graph.sum_of_single(2));
        assert_ne!(graph.sum_of_single(2), graph.sum_of_single(3));
        graph.refer(1, 7, 3);
        graph.key();
        assert_eq!([1, 3].map(|entity| graph.sum_of_single(entity)), [None; 2]);
        assert!(graph.sum_of_single(2).is_some());
    }

    #[test]
    fn one_ring_is_not_two() {
        let alike = [5; 6];
        let one = ring(&[1, 2, 3, 4, 5, 6]);
        assert_eq!(key(&alike, &one), key(&alike, &ring(&[3, 1, 6, 2, 5, 4])));
        let two = |a: [Entity; 3], b: [Entity; 3]| [ring(&a), ring(&b)].concat();
        assert_eq!(key(&alike, &two([1, 2, 3], [4, 5, 6])), key(&alike, &two([5, 1, 4], [2, 6, 3])));
        assert_ne!(key(&alike, &one), key(&alike, &two([1, 2, 3], [4, 5, 6])));
    }

    #[test]
    fn pairs_are_told_by_whom_they_pair() {
        // Four threads share two locks: 1 and 2 against 3 and 4 is like 1 and 3 against 2 and 4, until parts differ.
        let pairs = |parts: &[u128], a: [Entity; 2], b: [Entity; 2]| {
            let edges = a.map(|thread| (thread, 7, 5)).into_iter().chain(b.map(|thread| (thread, 7, 6)));
            key(parts, &edges.collect::<Vec<_>>())
        };
        let alike = [1, 1, 1, 1, 9, 9];
        assert_eq!(pairs(&alike, [1, 2], [3, 4]), pairs(&alike, [1, 3], [2, 4]));
        let differ = [1, 2, 1, 2, 9, 9];
        assert_eq!(pairs(&differ, [1, 2], [3, 4]), pairs(&differ, [1, 4], [2, 3]));
        assert_ne!(pairs(&differ, [1, 2], [3, 4]), pairs(&differ, [1, 3], [2, 4]));
    }

    #[test]
    fn graphs_have_the_same_key_only_if_they_are_isomorphic() {
        let mut random = 3u64;
        let mut draw = |below: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % below
        };
        let mut known: Vec<(u128, Edges)> = Vec::new();
        for _ in 0..400 {
            let mut edges = Edges::new();
            for from in 1..=4 {
                // A label tells an edge from all others of its entity.
                for label in 0..2 {
                    let to = draw(6) as Entity;
                    if to != from && (1..=4).contains(&to) {
                        edges.push((from, label, to));
                    }
                }
            }
            edges.sort_unstable();
            let this = key(&[1; 4], &edges);
            let least = least_renaming(&edges);
            for (other, renamed) in &known {
                assert!(*other != this || *renamed == least, "{edges:?} has the key of {renamed:?}");
            }
            known.push((this, least));
        }
    }

    /// The least of all graphs that renaming four entities gives.
    fn least_renaming(edges: &[(Entity, u128, Entity)]) -> Edges {
        let mut least: Option<Edges> = None;
        for code in 0..256u32 {
            let to = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6];
            if (0..4).any(|name| !to.contains(&name)) {
                continue;
            }
            let rename = |entity: Entity| to[entity as usize - 1] + 1;
            let mut renamed: Vec<_> = edges.iter().map(|&(a, label, b)| (rename(a), label, rename(b))).collect();
            renamed.sort_unstable();
            least = Some(least.map_or(renamed.clone(), |known| known.min(renamed)));
        }
        least.expect("there are renamings")
    }
}
