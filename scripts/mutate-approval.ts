import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Plants one defect after the other into a copy of the approval core and shows which tests notice: the properties over random flows,
 * the tables, or both. Fails when a defect goes unnoticed, or when the text it replaces is no longer there.
 *
 * node scripts/mutate-approval.ts [part of a title]
 */
type Defect = { title: string; file: string; find: string; put: string }

const defects: Defect[] = [
  {
    title: 'one no vetoes a count',
    file: 'vote',
    find: 'return tally.approved + tally.undecided < tally.need',
    put: 'return tally.rejected > 0',
  },
  {
    title: 'a fraction is rounded',
    file: 'vote',
    find: 'Math.floor((total * vote.num + vote.den - 1) / vote.den)',
    put: 'Math.round((total * vote.num) / vote.den)',
  },
  {
    title: 'a vote counts before its later signers',
    file: 'vote',
    find: 'isLive(one)) ? undefined : ',
    put: 'isLive(one)) ? `approve` : ',
  },
  { title: 'waiting for all votes is ignored', file: 'vote', find: "step.settle === 'waitAll'", put: 'false' },
  {
    title: 'a rollback target may pass by itself',
    file: 'flow',
    find: "enterHuman(run, humanAt(run.plan, target), 'rollback')",
    put: "enterHuman(run, humanAt(run.plan, target), 'forward')",
  },
  {
    title: 'the system rolls back to a middle step',
    file: 'flow',
    find: "rejection.system || policy === 'initiator'",
    put: "policy === 'initiator'",
  },
  {
    title: 'approvals behind a rollback stay in force',
    file: 'flow',
    find: 'voided: voidedIn(run.state, region) })',
    put: 'voided: [] })',
  },
  {
    title: 'a region ends with its first node',
    file: 'plan',
    find: 'place.sequence.nodes.slice(from)',
    put: 'place.sequence.nodes.slice(from, from + 1)',
  },
  { title: 'a region stops inside a joined block', file: 'plan', find: 'if (block === undefined) return region', put: 'return region' },
  {
    title: 'a rollback closes the arms beside it',
    file: 'flow',
    find: 'if (region.has(step.node)) closeStep',
    put: 'if (region) closeStep',
  },
  { title: 'timers outlive their step', file: 'flow', find: '  clearTimers(run, id)\n  if (outcome', put: '  if (outcome' },
  { title: 'a join does not wait', file: 'flow', find: ".includes('active')) return", put: ".includes('never')) return" },
  {
    title: 'an exclusive branch takes every arm that fits',
    file: 'flow',
    find: "node.kind === 'xor' ? matching.slice(0, 1) : matching",
    put: 'matching',
  },
  { title: 'a sequence asks everyone at once', file: 'flow', find: 'if (sequential && opened)', put: 'if (sequential && opened && false)' },
  {
    title: 'the next in a sequence is never asked',
    file: 'flow',
    find: "if (next?.status === 'waiting'",
    put: "if (next?.status === 'open'",
  },
  {
    title: 'a settled vote leaves tasks in the work list',
    file: 'flow',
    find: "if (isLive(task)) emit(run, { t: 'TaskCancelled', task: task.id, why })",
    put: "if (isLive(task) && why !== 'settled') emit(run, { t: 'TaskCancelled', task: task.id, why })",
  },
  {
    title: 'a finished arm of a running block does not reopen',
    file: 'flow',
    find: "if (running?.[arm] === 'active') continue",
    put: 'if (running) continue',
  },
  {
    title: 'a stale form is approved',
    file: 'decide',
    find: 'if (formRev !== run.state.formRev)',
    put: 'if (formRev > run.state.formRev)',
  },
  { title: 'anyone decides', file: 'decide', find: 'if (actor !== task.user && (', put: 'if (false && (' },
  {
    title: 'fields may be written that only may be read',
    file: 'decide',
    find: "if (refused !== undefined) refuse('approval.fieldNotWritable'",
    put: "if (false) refuse('approval.fieldNotWritable'",
  },
  {
    title: 'required fields may stay empty',
    file: 'decide',
    find: "if (missing !== undefined) refuse('approval.fieldRequired'",
    put: "if (false) refuse('approval.fieldRequired'",
  },
  {
    title: 'a posted document is posted again',
    file: 'decide',
    find: "postingDone: { when: ['posting']",
    put: 'postingDone: { when: always',
  },
  {
    title: 'a helper decides instead of the owner',
    file: 'decide',
    find: 'if (own.task.owner) refuse',
    put: 'if (own.task.owner && false) refuse',
  },
  {
    title: 'a claim leaves the others open',
    file: 'decide',
    find: 'if (one.id !== task.id && isLive(one)) emit',
    put: 'if (one.id === task.id && !isLive(one)) emit',
  },
  {
    title: 'a decision is taken back although others followed',
    file: 'decide',
    find: 'if (decided) refuseDecidedAfter()',
    put: 'if (decided && false) refuseDecidedAfter()',
  },
  {
    title: 'withdrawal ignores the policy',
    file: 'decide',
    find: "if (policy === 'beforeFirstDecision' && run.state.decided)",
    put: 'if (false)',
  },
  { title: 'urging has no limit', file: 'decide', find: '>= urgeEveryMinutes * 60_000', put: '>= 0' },
  {
    title: 'a direct resubmission ignores the way',
    file: 'decide',
    find: "wanted === 'direct' && parked && sameWay(run, parked.taken)",
    put: "wanted === 'direct' && parked",
  },
  {
    title: 'someone joins a step twice',
    file: 'decide',
    find: "if (isSeated(step, user)) refuse('approval.alreadyThere'",
    put: "if (false) refuse('approval.alreadyThere'",
  },
  {
    title: 'the initiator is asked although barred',
    file: 'decide',
    find: 'if (isSelfBarred(node) && user === run.state.initiator) refuse',
    put: 'if (false) refuse',
  },
  { title: 'the initiator acts as an agent for his own request', file: 'assign', find: 'agent === run.state.initiator ||', put: '' },
  {
    title: 'people are asked twice',
    file: 'assign',
    find: 'return seats.filter(({ user }) => !seen.has(user) && seen.add(user))',
    put: 'return seats.filter(() => seen)',
  },
  {
    title: 'an approval of an older form is taken over',
    file: 'assign',
    find: 'earlier.by[user] === formRev',
    put: 'user in earlier.by',
  },
  {
    title: 'approvals are kept although the form changed',
    file: 'decide',
    find: 'policy.unlessChanged.some(touches)',
    put: 'touches.length > 1',
  },
  { title: 'people who left are asked', file: 'assign', find: 'if (active) return', put: 'if (active || !successor) return' },
  {
    title: 'the initiator is not skipped',
    file: 'assign',
    find: "if (node.onSelf === 'skip') {\n    const others",
    put: "if (node.onSelf === 'skip' && forced) {\n    const others",
  },
  {
    title: 'a no is forgotten on the way back',
    file: 'evolve',
    find: "if (task.status === 'rejected') return { ...task, status: 'open' }",
    put: "if (task.status === 'rejected') return task",
  },
  { title: 'visits are not counted', file: 'evolve', find: '[event.node]: event.visit }', put: '[event.node]: 0 }' },
  {
    title: 'the no of an added signer is ignored',
    file: 'evolve',
    find: "event.verdict === 'reject' ? decided.sign?.parent : undefined",
    put: 'undefined as string | undefined',
  },
  { title: 'clocks run on while suspended', file: 'evolve', find: 'suspended: true, timers: [], held', put: 'suspended: true, held' },
  { title: 'unknown turns true when negated', file: 'condition', find: 'truth === undefined ? undefined : !truth', put: '!truth' },
  { title: 'a step is migrated into another arm', file: 'migrate', find: 'if (around.join() !== nextAround.join())', put: 'if (false)' },
  {
    title: 'the preview gives two tasks one id',
    file: 'guess',
    find: 'events: [], guessing: true',
    put: 'events: [], usedIds: 0, guessing: true',
  },
]

const root = join(import.meta.dirname, '..')
const wanted = process.argv[2] ?? ''

const main = async (): Promise<number> => {
  const copy = await mkdtemp(join(tmpdir(), 'approval-defects-'))
  try {
    for (const folder of ['kernel', 'domain']) await cp(join(root, folder), join(copy, folder), { recursive: true })
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
    await writeFile(join(copy, 'package.json'), '{"type":"module"}')
    const folder = join(copy, 'domain/approval')
    const tables = (await readdir(folder)).filter((file) => file.endsWith('.test.ts') && file !== 'properties.test.ts')
    if (await fails(folder, ['properties.test.ts', ...tables])) return say('the tests fail without any defect', 1)
    const unnoticed: string[] = []
    for (const { title, file, find, put } of defects.filter((one) => one.title.includes(wanted))) {
      const path = join(folder, `${file}.ts`)
      const sound = await readFile(path, 'utf8')
      if (!sound.includes(find)) return say(`“${title}”: its place in ${file}.ts is gone`, 1)
      await writeFile(path, sound.replace(find, put))
      const [properties, table] = [await fails(folder, ['properties.test.ts']), await fails(folder, tables)]
      await writeFile(path, sound)
      if (!properties && !table) unnoticed.push(title)
      say(`${properties ? 'properties' : '          '}  ${table ? 'tables' : '      '}  ${title}`, 0)
    }
    return unnoticed.length === 0 ? say('every defect was noticed', 0) : say(`unnoticed: ${unnoticed.join('; ')}`, 1)
  } finally {
    await rm(copy, { recursive: true })
  }
}

const say = (line: string, code: number): number => {
  process.stdout.write(`${line}\n`)
  return code
}

/** True where a test fails, or does not end within a minute. */
const fails = (cwd: string, files: string[]): Promise<boolean> =>
  new Promise((resolve) => {
    const env = { ...process.env, PROPERTY_SHRINK: 'off', PROPERTY_SEED: '1', PROPERTY_RUNS: process.env['PROPERTY_RUNS'] ?? '400' }
    const child = spawn(process.execPath, ['--test', '--test-isolation=none', ...files], {
      cwd,
      env,
      stdio: 'ignore',
      timeout: 60_000,
      killSignal: 'SIGKILL',
    })
    child.on('exit', (code) => resolve(code !== 0))
  })

process.exitCode = await main()
