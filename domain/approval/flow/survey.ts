import { entryOf } from '../../../kernel/assert.ts'
import type { Id } from '../../../kernel/id.ts'
import type { Refusal } from '../../../kernel/refusal.ts'
import type { MigrateOptions } from './command.ts'
import { type Definition, type NodeId, isHuman } from './definition.ts'
import { activeNodes, checkMigration, type MigrationClass, sameKind } from './migrate.ts'
import { planOf, within, placeOf } from './plan.ts'
import type { State } from './state.ts'

/** How many processes of a group are named; the rest is counted only. */
export const namedInGroup = 50

export type SurveyRow = { processId: Id; title: string; from: number; class: MigrationClass; reasons: Refusal[] }

/** Processes that would fare alike, for the same reasons. */
export type SurveyGroup = { class: MigrationClass; reasons: Refusal[]; count: number; processes: SurveyRow[] }

type NodeCount = { nodeId: NodeId; nodeName: string; count: number }

/** How all processes of a flow would move to one version. */
export type Survey = {
  counts: Record<MigrationClass, number>
  /** Worst first, then the bigger ones. */
  groups: SurveyGroup[]
  /** Nodes that processes stand on and that the version does not have under their id, with what they may be mapped to. */
  renamable: (NodeCount & { candidates: NodeId[] })[]
  /** Steps of the version on which processes will stand. */
  active: NodeCount[]
}

/** Looks at processes one after the other: `add` says how one would move, `answer` what is to be said of all. */
export const surveyOf = (to: Definition, mapping: Record<NodeId, NodeId>, options: MigrateOptions = {}) => {
  const target = planOf(to)
  const counts: Survey['counts'] = { ok: 0, warning: 0, needsMapping: 0, impossible: 0 }
  const groups = new Map<string, SurveyGroup>()
  const renamable = new Map<NodeId, Survey['renamable'][number]>()
  const active = new Map<NodeId, NodeCount>()

  const look = (from: Definition, state: State): void => {
    for (const id of activeNodes(state)) {
      const { node } = placeOf(planOf(from), id)
      if (!target.places.has(id)) {
        const row = renamable.get(id) ?? { nodeId: id, nodeName: node.name, count: 0, candidates: candidatesFor(from, to, id) }
        renamable.set(id, { ...row, count: row.count + 1 })
      }
      const next = target.places.get(mapping[id] ?? id)?.node
      if (next && isHuman(next)) active.set(next.id, { nodeId: next.id, nodeName: next.name, count: (active.get(next.id)?.count ?? 0) + 1 })
    }
  }

  return {
    add: (from: Definition, process: { processId: Id; title: string; state: State }): SurveyRow => {
      const { processId, title, state } = process
      const check = checkMigration({ from, to }, state, mapping, options)
      const row: SurveyRow = { processId, title, from: from.version, class: check.class, reasons: check.reasons }
      counts[check.class]++
      const key = JSON.stringify([check.class, check.reasons])
      const group = groups.get(key) ?? { class: check.class, reasons: check.reasons, count: 0, processes: [] }
      groups.set(key, group)
      group.count++
      if (group.processes.length < namedInGroup) group.processes.push(row)
      look(from, state)
      return row
    },
    answer: (): Survey => ({
      counts,
      groups: [...groups.values()].toSorted((a, b) => classes.indexOf(a.class) - classes.indexOf(b.class) || b.count - a.count),
      renamable: [...renamable.values()],
      active: within(to.body).flatMap(({ id }) => active.get(id) ?? []),
    }),
  }
}

/** The nodes of the same kind, those first that the old version does not have. */
const candidatesFor = (from: Definition, to: Definition, id: NodeId): NodeId[] => {
  const { places } = planOf(from)
  const alike = within(to.body).filter((node) => sameKind(entryOf(places, id).node, node))
  return [...alike.filter((node) => !places.has(node.id)), ...alike.filter((node) => places.has(node.id))].map((node) => node.id)
}

const classes: MigrationClass[] = ['impossible', 'needsMapping', 'warning', 'ok']
