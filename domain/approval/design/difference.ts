import { entryOf, firstOf } from '../../../kernel/assert.ts'
import type { Definition, Node, NodeId } from '../flow/definition.ts'
import { within } from '../flow/plan.ts'
import { armWords, type DesignSpeech, flowSettings, nodeSettings, rulesWords, type Setting } from './settings.ts'

/**
 * One thing that is different: a node that came, went, moved or is called differently, or a setting with its words before and after.
 * `node` is where it is to be seen, in the later version except for what was removed; null for the flow itself. An empty `from` or `to`
 * means that there was nothing.
 */
export type Difference = {
  change: 'added' | 'removed' | 'moved' | 'renamed' | 'set'
  node: NodeId | null
  /** The node's name, or the node's and the arm's. */
  subject: string
  /** What is different about it: the label of a setting; empty for what came, went and moved. */
  label: string
  from: string
  to: string
}

/** What is different in `after`, in its order; what was removed comes last. */
export const differences = (before: Definition, after: Definition, speech: DesignSpeech): Difference[] => {
  const [old, current] = [placesOf(before), placesOf(after)]
  const moved = movedNodes(old, current)
  const rows = within(after.body).flatMap((node): Difference[] => {
    const was = old.get(node.id)
    const place = (nodePlace: NodePlace) => placeWords(nodePlace, speech)
    const here = entryOf(current, node.id)
    const row = rowFor(node.id, speech.say(node.name))
    if (!was) return [row('added', '', '', [place(here), summary(node, speech)].filter(Boolean).join(speech.say('，')))]
    return [
      ...(moved.has(node.id) ? [row('moved', '', place(was), place(here))] : []),
      ...(was.node.name === node.name ? [] : [row('renamed', speech.say('名称'), speech.say(was.node.name), speech.say(node.name))]),
      ...(was.node.t === node.t ? changesBetween(nodeSettings(was.node, speech), nodeSettings(node, speech), row) : []),
      ...armDifferences(was.node, node, speech),
    ]
  })
  return [
    ...changesBetween(flowSettings(before, speech), flowSettings(after, speech), rowFor(null, speech.say('流程'))),
    ...rows,
    ...within(before.body)
      .filter(({ id }) => !current.has(id))
      .map((node) => rowFor(node.id, speech.say(node.name))('removed', '', summary(node, speech), '')),
  ]
}

/** Where a node stands: in which sequence, with its name for people, and behind what. */
type NodePlace = { node: Node; sequence: string; within: { block: string; arm: string } | null; after: Node | undefined; index: number }

const placesOf = (definition: Definition): Map<NodeId, NodePlace> => {
  const places = new Map<NodeId, NodePlace>()
  const add = (nodes: Node[], sequence: string, around: NodePlace['within']): void => {
    for (const [index, node] of nodes.entries()) {
      places.set(node.id, { node, sequence, within: around, after: nodes[index - 1], index })
      if (node.t === 'branch') for (const arm of node.arms) add(arm.body, `${node.id}/${arm.id}`, { block: node.name, arm: arm.name })
    }
  }
  add(definition.body, '', null)
  return places
}

/** Those in another sequence, and the fewest whose moving explains the new order of those that stayed. */
const movedNodes = (before: ReadonlyMap<NodeId, NodePlace>, after: ReadonlyMap<NodeId, NodePlace>): Set<NodeId> => {
  const both = [...after.values()].flatMap(({ node, sequence }) => {
    const was = before.get(node.id)
    return was ? [{ id: node.id, sequence, stayed: was.sequence === sequence, was: was.index }] : []
  })
  const moved = new Set(both.filter(({ stayed }) => !stayed).map(({ id }) => id))
  for (const group of Map.groupBy(
    both.filter(({ stayed }) => stayed),
    ({ sequence }) => sequence,
  ).values()) {
    const risingSet = longestRising(group.map(({ was }) => was))
    for (const [index, { id }] of group.entries()) if (!risingSet.has(index)) moved.add(id)
  }
  return moved
}

/** The places of a longest part of a list that rises. */
const longestRising = (list: readonly number[]): Set<number> => {
  const best: number[][] = []
  for (const [index, value] of list.entries()) {
    const longest = best.slice(0, index).reduce<number[]>((longestChain, chain, i) => (list[i]! < value && chain.length > longestChain.length ? chain : longestChain), []) // prettier-ignore
    best.push([...longest, index])
  }
  return new Set(best.reduce<number[]>((longestChain, chain) => (chain.length > longestChain.length ? chain : longestChain), []))
}

const placeWords = ({ within: container, after }: NodePlace, { say }: DesignSpeech): string => {
  if (!container) return after ? say('“{node}”之后', { node: say(after.name) }) : say('流程开头')
  return after
    ? say('分支“{arm}”中，“{node}”之后', { arm: say(container.arm), node: say(after.name) })
    : say('分支“{arm}”的开头', { arm: say(container.arm) })
}

const summary = (node: Node, speech: DesignSpeech): string =>
  'assignees' in node ? rulesWords(node.assignees, speech) : firstOf(nodeSettings(node, speech)).words

type Row = (change: Difference['change'], label: string, from: string, to: string) => Difference

const rowFor =
  (node: NodeId | null, subject: string): Row =>
  (change, label, from, to) => ({ change, node, subject, label, from, to })

const changesBetween = (before: Setting[], after: Setting[], row: Row): Difference[] => {
  const old = new Map(before.map((setting) => [setting.key, setting]))
  const keysAfter = new Set(after.map(({ key }) => key))
  return [
    ...after.flatMap((setting) => {
      const was = old.get(setting.key)
      return was && same(was.value, setting.value) ? [] : [row('set', setting.label, was?.words ?? '', setting.words)]
    }),
    ...before.filter(({ key }) => !keysAfter.has(key)).map((setting) => row('set', setting.label, setting.words, '')),
  ]
}

const armDifferences = (before: Node, after: Node, speech: DesignSpeech): Difference[] => {
  if (before.t !== 'branch' || after.t !== 'branch') return []
  const { say } = speech
  const subject = (arm: string): string => say('{branch} · {arm}', { branch: say(after.name), arm: say(arm) })
  const row = (arm: string) => rowFor(after.id, subject(arm))
  const old = new Map(before.arms.map((arm) => [arm.id, arm]))
  const armIdsAfter = new Set(after.arms.map(({ id }) => id))
  const rank = new Map(before.arms.filter(({ id }) => armIdsAfter.has(id)).map(({ id }, index) => [id, index]))
  const stayed = after.arms.filter(({ id }) => old.has(id))
  const steady = longestRising(stayed.map(({ id }) => entryOf(rank, id)))
  return [
    ...after.arms.flatMap((arm) => {
      const was = old.get(arm.id)
      const words = armWords(after, arm, speech)
      if (!was) return [row(arm.name)('added', '', '', words)]
      const order = (list: { id: string }[], id: string): string =>
        say('第{n}位', { n: list.findIndex((otherRow) => otherRow.id === id) + 1 })
      return [
        ...(after.kind === 'par' || steady.has(stayed.indexOf(arm))
          ? []
          : [row(arm.name)('moved', say('优先级'), order(before.arms, arm.id), order(after.arms, arm.id))]),
        ...(was.name === arm.name ? [] : [row(arm.name)('renamed', say('名称'), say(was.name), say(arm.name))]),
        ...(same(was.when ?? null, arm.when ?? null) ? [] : [row(arm.name)('set', say('条件'), armWords(before, was, speech), words)]),
      ]
    }),
    ...before.arms.filter(({ id }) => !armIdsAfter.has(id)).map((arm) => row(arm.name)('removed', '', armWords(before, arm, speech), '')),
  ]
}

/** Whether two settings are the same, whatever the order of their keys. */
const same = (first: unknown, second: unknown): boolean => JSON.stringify(sorted(first)) === JSON.stringify(sorted(second))

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]))
}
