import type { Action } from '../domain/approval/flow/command.ts'
import type { Definition } from '../domain/approval/flow/definition.ts'
import { definitionFrom, give, rehearse } from '../domain/approval/testing/rehearsal.ts'
import { isEnded, openTasks } from '../domain/approval/flow/state.ts'
import { printBar } from './report.ts'

/** How many commands the core decides and folds in a second of one processor, without any store. Answers how many bars were missed. */
export const measureCore = (): number => {
  const bars = flows.map(([title, definition]) => {
    run(definition, 20_000)
    const before = process.cpuUsage()
    const commands = run(definition, 40_000)
    const { user, system } = process.cpuUsage(before)
    return printBar(`core, ${title}: commands per CPU second`, commands / ((user + system) / 1e6), { atLeast: 30_000 })
  })
  return bars.filter((met) => !met).length
}

/** Processes from start to end, one after the other, until so many commands were given. */
const run = (definition: Definition, atLeast: number): number => {
  let commands = 0
  while (commands < atLeast) {
    const rehearsal = rehearse(definition)
    const by = (actor: string, action: Action): void => {
      const decision = give(rehearsal, actor, action)
      if (!('events' in decision)) throw new Error(`${action.t}: ${JSON.stringify(decision)}`)
      commands++
    }
    by('ann', { t: 'start', dept: 'd', form: { amount: '5000' }, title: 't' })
    while (!isEnded(rehearsal.state!)) {
      const { task } = openTasks(rehearsal.state!)[0]!
      by(task.user, { t: 'approve', taskId: task.id, formRev: rehearsal.state!.formRev })
    }
  }
  return commands
}

const step = (id: string, people: string[], rest: object = {}): object => ({
  t: 'approve',
  id,
  name: id,
  assignees: [{ k: 'users', ids: people }],
  ...rest,
})

const flowOf = (body: object[]): Definition =>
  definitionFrom({
    schema: 1,
    key: 'f',
    version: 1,
    name: 'f',
    form: { kind: 'custom', formKey: 'f', formVersion: 1 },
    policy: { admins: ['admin'] },
    body,
  })

const flows: readonly [title: string, definition: Definition][] = [
  ['five steps', flowOf(['bob', 'cat', 'dan', 'eve', 'fay'].map((user) => step(user, [user])))],
  [
    'a condition, parallel arms, a fraction of five and a copy',
    flowOf([
      step('first', ['bob']),
      {
        t: 'branch',
        id: 'x',
        name: 'x',
        kind: 'xor',
        arms: [
          {
            id: 'big',
            name: 'big',
            when: { f: 'amount', op: 'gt', v: '1000' },
            body: [
              {
                t: 'branch',
                id: 'p',
                name: 'p',
                kind: 'par',
                arms: [
                  { id: 'l', name: 'l', body: [step('votes', ['a', 'b', 'c', 'd', 'e'], { vote: { mode: 'fraction', num: 2, den: 3 } })] },
                  {
                    id: 'r',
                    name: 'r',
                    body: [step('other', ['cat']), { t: 'cc', id: 'told', name: 'told', assignees: [{ k: 'initiator' }] }],
                  },
                ],
              },
            ],
          },
          { id: 'low', name: 'low', body: [] },
        ],
      },
      step('last', ['dan']),
    ]),
  ],
]
