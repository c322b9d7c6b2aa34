import { isRecord } from '../../../kernel/isRecord.ts'
import { entryOf } from '../../../kernel/assert.ts'
import type { Arm, Definition, Node } from '../flow/definition.ts'

/** Two versions that both go back to a third: `theirs` is the newer template, `ours` what the organisation made of the older one. */
export type Side = 'theirs' | 'ours'

/**
 * Something that is not as it was in the template installed from. `key` is the id of a node, `branch/arm` of an arm, `policy.name`,
 * `policy.dedupe` and so on of the flow itself, `startFields.path` of a right at the start, `order:` and what stands around of a new order.
 */
export type MergeRow = {
  key: string
  /** Who changed it; a `conflict` was changed by both, differently. */
  by: Side | 'both' | 'conflict'
  /** Which side stands in the merged definition; undefined for a conflict no one has decided, where ours stands meanwhile. */
  taken: Side | undefined
}

export type Merge = { rows: MergeRow[]; merged: Definition }

/**
 * Merges the newer template into the organisation's version, node by node: what only one of them changed is taken from there, what both
 * changed is a conflict for a person to decide. `choices` decide conflicts and may turn down any other change too. What contains
 * something that is gone goes and stays as a whole.
 */
export const mergeDefinitions = (
  base: Definition,
  theirs: Definition,
  ours: Definition,
  choices: Readonly<Record<string, Side>> = {},
): Merge => {
  const versions: Versions = { base: partsOf(base), theirs: partsOf(theirs), ours: partsOf(ours) }
  const keys = [...new Set([...versions.ours.keys(), ...versions.theirs.keys(), ...versions.base.keys()])]
  const rows: MergeRow[] = []
  const sides = new Map<string, Side>()
  for (const key of keys) {
    if (goesWith(versions, key)) continue
    const row = rowOf(versions, key, choices)
    if (row) rows.push(row)
    sides.set(key, row?.taken ?? 'ours')
  }
  for (const key of keys) {
    const whole = goesWith(versions, key)
    if (whole) sides.set(key, entryOf(sides, whole))
  }
  const kept = new Map(
    keys.flatMap((key) => {
      const side = entryOf(sides, key)
      const part = versions[side].get(key)
      return part ? [[key, { part, parents: parentsOf(versions, key, side) }] as const] : []
    }),
  )
  const settings = Object.fromEntries([...kept].flatMap(([key, { part }]) => (part.t === 'setting' ? [[key, part.value]] : [])))
  const parents = parentsWithin(kept)
  const orders = ordersOf(versions, kept, parents, choices)
  return { rows: [...rows, ...orders.rows], merged: assembled(ours, settings, kept, orders.of) }
}

/** Two drafts of one flow: where both have changed the same, `side` stands. */
export const mergeDrafts = (base: Definition, theirs: Definition, ours: Definition, side: Side) => {
  const { rows } = mergeDefinitions(base, theirs, ours)
  const contested = rows.filter(({ by }) => by === 'conflict').map(({ key }) => key)
  if (rows.every(({ by }) => by === 'theirs' || by === 'both')) return { merged: theirs, contested }
  const choices = Object.fromEntries(contested.map((key) => [key, side]))
  return { merged: mergeDefinitions(base, theirs, ours, choices).merged, contested }
}

/** A piece of a definition by its key; `deep` is it with everything inside. */
type Part =
  | { t: 'setting'; value: unknown; deep: string }
  | { t: 'node'; value: Node; parent: string; deep: string; index: number }
  | { t: 'arm'; value: Omit<Arm, 'body'>; parent: string; deep: string; index: number }
type Parts = ReadonlyMap<string, Part>
type Versions = { readonly base: Parts; readonly theirs: Parts; readonly ours: Parts }
type PartPaths = ReadonlyMap<string, { part: Part; parents: string[] }>

/** Around everything. */
const root = ''

const partsOf = (definition: Definition): Parts => {
  const parts = new Map<string, Part>()
  const setting = (key: string, value: unknown) => parts.set(key, { t: 'setting', value, deep: plain(value) })
  setting('policy.name', definition.name)
  for (const [key, value] of Object.entries(definition.policy)) setting(`policy.${key}`, value)
  for (const [path, value] of Object.entries(definition.startFields)) setting(`startFields.${path}`, value)
  const add = (nodes: readonly Node[], parent: string): void => {
    for (const [index, node] of nodes.entries()) {
      parts.set(node.id, { t: 'node', value: node.t === 'branch' ? { ...node, arms: [] } : node, parent, deep: plain(node), index })
      if (node.t !== 'branch') continue
      for (const [at, { body, ...arm }] of node.arms.entries()) {
        const key = armKey(node.id, arm.id)
        parts.set(key, { t: 'arm', value: arm, parent: node.id, deep: plain({ ...arm, body }), index: at })
        add(body, key)
      }
    }
  }
  add(definition.body, root)
  return parts
}

const armKey = (branch: string, arm: string): string => `${branch}/${arm}`

/** Whatever the order of keys. */
const plain = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )

const parentOf = (part: Part | undefined): string | undefined => (part && part.t !== 'setting' ? part.parent : undefined)

/** The outermost thing around that one side has removed and with which this went as well, or would have. */
const goesWith = (versions: Versions, key: string): string | undefined => {
  const { base, theirs, ours } = versions
  if (theirs.has(key) && ours.has(key)) return undefined
  const [partsWithout, partsWith] = theirs.has(key) ? [ours, theirs] : [theirs, ours]
  const parts = partsWith.has(key) ? partsWith : base
  let matchId: string | undefined
  for (let around = parentOf(parts.get(key)); around !== undefined && around !== root; around = parentOf(parts.get(around)))
    if (!partsWithout.has(around) && base.has(around)) matchId = around
  return matchId
}

const rowOf = ({ base, theirs, ours }: Versions, key: string, choices: Readonly<Record<string, Side>>): MergeRow | undefined => {
  const [was, t, o] = [base.get(key), theirs.get(key), ours.get(key)]
  // Who removed something finds it changed wherever anything inside was.
  const say = was && (t === undefined || o === undefined) ? deepOf : shallowOf
  const [b, th, ou] = [say(was), say(t), say(o)]
  if (th === b && ou === b) return undefined
  const changedSides = changedBy({ base: b, theirs: th, ours: ou })
  return { key, by: changedSides, taken: choices[key] ?? sideOf(changedSides) }
}

/** Who has changed a part, by its text in the three versions. */
const changedBy = ({ base, theirs, ours }: Readonly<Record<keyof Versions, string | undefined>>): MergeRow['by'] => {
  if (theirs === ours) return 'both'
  if (theirs === base) return 'ours'
  return ours === base ? 'theirs' : 'conflict'
}

const sideOf = (changedSides: MergeRow['by']): Side | undefined => {
  if (changedSides === 'conflict') return undefined
  return changedSides === 'both' ? 'ours' : changedSides
}

const shallowOf = (part: Part | undefined): string | undefined =>
  part && (part.t === 'setting' ? part.deep : plain([part.parent, part.value]))
const deepOf = (part: Part | undefined): string | undefined => part && (part.t === 'setting' ? part.deep : plain([part.parent, part.deep]))

/** Where something may stand, the best first. */
const parentsOf = (versions: Versions, key: string, side: Side): string[] =>
  [versions[side], versions[side === 'ours' ? 'theirs' : 'ours'], versions.base].flatMap((parts) => parentOf(parts.get(key)) ?? [])

/** Where everything stands in the end. What stood in something that is gone comes to the end of the flow, so that nothing is lost. */
const parentsWithin = (keptPaths: PartPaths): ReadonlyMap<string, string> => {
  const parents = new Map<string, string>()
  const isThere = (key: string): boolean => {
    if (key === root) return true
    const entry = keptPaths.get(key)
    const around = entry?.part.t === 'arm' ? keptPaths.get(entry.part.parent)?.part : undefined
    return around !== undefined && isBranch(around)
  }
  const isInside = (key: string, container: string): boolean => {
    for (let around: string | undefined = container; around !== undefined && around !== root; around = parents.get(around))
      if (around === key) return true
    return false
  }
  for (const [key, { part, parents: parentIds }] of keptPaths) {
    if (part.t === 'arm') parents.set(key, part.parent)
    if (part.t !== 'node') continue
    parents.set(key, parentIds.find((one) => isThere(one) && !isInside(key, one)) ?? root)
  }
  return parents
}

const isBranch = (part: Part): boolean => part.t === 'node' && part.value.t === 'branch'

type Orders = { rows: MergeRow[]; of: (parent: string) => string[] }

/** In what order things stand: as one side has put them, with what only the other has behind what it stood behind there. */
const ordersOf = (
  versions: Versions,
  keptPaths: PartPaths,
  parents: ReadonlyMap<string, string>,
  choices: Readonly<Record<string, Side>>,
): Orders => {
  const members = Map.groupBy([...parents.keys()], (key) => entryOf(parents, key))
  const rows: MergeRow[] = []
  const lists = new Map<string, string[]>()
  for (const [parent, keys] of members) {
    const listIn = (parts: Parts): string[] =>
      keys
        .flatMap((key) => {
          const part = parts.get(key)
          return part && part.t !== 'setting' && part.parent === parent ? [{ key, index: part.index }] : []
        })
        .sort((a, b) => a.index - b.index)
        .map(({ key }) => key)
    const [base, theirs, ours] = [listIn(versions.base), listIn(versions.theirs), listIn(versions.ours)]
    const everywhere = (list: string[]) => list.filter((key) => base.includes(key) && theirs.includes(key) && ours.includes(key)).join()
    const [b, t, o] = [everywhere(base), everywhere(theirs), everywhere(ours)]
    const key = `order:${parent}`
    let leader: Side = 'ours'
    if (t !== b || o !== b) {
      const changedSides = changedBy({ base: b, theirs: t, ours: o })
      const takenSide = choices[key] ?? sideOf(changedSides)
      rows.push({ key, by: changedSides, taken: takenSide })
      leader = takenSide ?? 'ours'
    }
    const [first, second] = leader === 'ours' ? [ours, theirs] : [theirs, ours]
    const list = [...first]
    for (const [at, one] of second.entries()) {
      if (list.includes(one)) continue
      const before = second.slice(0, at).findLast((each) => list.includes(each))
      const after = second.slice(at + 1).find((each) => list.includes(each))
      const behindLast = after === undefined ? list.length : list.indexOf(after)
      list.splice(before === undefined ? behindLast : list.indexOf(before) + 1, 0, one)
    }
    lists.set(parent, [...list, ...keys.filter((otherKey) => !list.includes(otherKey))])
  }
  return { rows, of: (parent) => (lists.get(parent) ?? []).filter((key) => keptPaths.has(key)) }
}

const assembled = (ours: Definition, settings: Record<string, unknown>, keptPaths: PartPaths, childrenOf: Orders['of']): Definition => {
  const under = (prefix: string) =>
    Object.fromEntries(
      Object.entries(settings).flatMap(([key, value]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : [])),
    )
  const nodesIn = (parent: string): Node[] =>
    childrenOf(parent).flatMap((key): Node[] => {
      const { part } = entryOf(keptPaths, key)
      if (part.t !== 'node') return []
      return part.value.t === 'branch' ? [{ ...part.value, arms: armsIn(key) }] : [part.value]
    })
  const armsIn = (branch: string): Arm[] =>
    childrenOf(branch).flatMap((key): Arm[] => {
      const { part } = entryOf(keptPaths, key)
      return part.t === 'arm' ? [{ ...part.value, body: nodesIn(key) }] : []
    })
  const { name, ...policy } = under('policy.')
  return {
    ...ours,
    name: name as string,
    policy: policy as Definition['policy'],
    startFields: under('startFields.') as Definition['startFields'],
    body: nodesIn(root),
  }
}
