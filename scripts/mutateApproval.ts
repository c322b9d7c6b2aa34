import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Plants one defect after the other into a copy of the approval core and shows which tests notice: the properties over random flows,
 * the tables, or both. Fails when a defect goes unnoticed, or when the text it replaces is no longer there.
 *
 * node scripts/mutateApproval.ts [part of a title]
 */
type Defect = { title: string; file: string; find: string; put: string }

const defects: Defect[] = [
  {
    title: 'one no vetoes a count',
    file: 'flow/vote',
    find: 'return tally.approved + tally.undecided < tally.need',
    put: 'return tally.rejected > 0',
  },
  {
    title: 'a fraction is rounded',
    file: 'flow/vote',
    find: 'Math.floor((total * vote.num + vote.den - 1) / vote.den)',
    put: 'Math.round((total * vote.num) / vote.den)',
  },
  {
    title: 'a vote counts before its later signers',
    file: 'flow/vote',
    find: 'isLive(one)) ? undefined : ',
    put: 'isLive(one)) ? `approve` : ',
  },
  { title: 'waiting for all votes is ignored', file: 'flow/vote', find: "step.settle === 'waitAll'", put: 'false' },
  {
    title: 'a rollback target may pass by itself',
    file: 'flow/advance',
    find: "enterHuman(run, humanAt(run.plan, target), 'rollback')",
    put: "enterHuman(run, humanAt(run.plan, target), 'forward')",
  },
  {
    title: 'the system rolls back to a middle step',
    file: 'flow/advance',
    find: "rejection.system || policy === 'initiator'",
    put: "policy === 'initiator'",
  },
  {
    title: 'approvals behind a rollback stay in force',
    file: 'flow/advance',
    find: 'voided: voidedIn(run.state, region) })',
    put: 'voided: [] })',
  },
  {
    title: 'a region ends with its first node',
    file: 'flow/plan',
    find: 'place.sequence.nodes.slice(from)',
    put: 'place.sequence.nodes.slice(from, from + 1)',
  },
  {
    title: 'a region stops inside a joined block',
    file: 'flow/plan',
    find: 'if (block === undefined) return region',
    put: 'return region',
  },
  {
    title: 'a rollback closes the arms beside it',
    file: 'flow/advance',
    find: 'if (region.has(step.node)) closeStep',
    put: 'if (region) closeStep',
  },
  { title: 'timers outlive their step', file: 'flow/advance', find: '  clearTimers(run, id)\n  if (outcome', put: '  if (outcome' },
  { title: 'a join does not wait', file: 'flow/advance', find: ".includes('active')) return", put: ".includes('never')) return" },
  {
    title: 'an exclusive branch takes every arm that fits',
    file: 'flow/advance',
    find: "node.kind === 'xor' ? matching.slice(0, 1) : matching",
    put: 'matching',
  },
  {
    title: 'a sequence asks everyone at once',
    file: 'flow/advance',
    find: 'if (sequential && opened)',
    put: 'if (sequential && opened && false)',
  },
  {
    title: 'the next in a sequence is never asked',
    file: 'flow/advance',
    find: "if (task.status === 'waiting' && isDue(step, task)) emit",
    put: "if (task.status === 'open' && isDue(step, task)) emit",
  },
  {
    title: 'a settled vote leaves tasks in the work list',
    file: 'flow/advance',
    find: "if (isLive(task)) emit(run, { t: 'TaskCancelled', task: task.id, why })",
    put: "if (isLive(task) && why !== 'settled') emit(run, { t: 'TaskCancelled', task: task.id, why })",
  },
  {
    title: 'a finished arm of a running block does not reopen',
    file: 'flow/advance',
    find: "if (running?.[arm] === 'active') continue",
    put: 'if (running) continue',
  },
  {
    title: 'a stale form is approved',
    file: 'flow/filling',
    find: 'if (formRev !== run.state.formRev)',
    put: 'if (formRev > run.state.formRev)',
  },
  { title: 'anyone decides', file: 'flow/ownTask', find: 'if (actor !== task.user && (', put: 'if (false && (' },
  {
    title: 'fields may be written that only may be read',
    file: 'flow/filling',
    find: "if (refused !== undefined) refuse('approval.fieldNotWritable'",
    put: "if (false) refuse('approval.fieldNotWritable'",
  },
  {
    title: 'required fields may stay empty',
    file: 'flow/filling',
    find: "if (missing !== undefined) refuse('approval.fieldRequired'",
    put: "if (false) refuse('approval.fieldRequired'",
  },
  {
    title: 'a posted document is posted again',
    file: 'flow/decide',
    find: "postingDone: { when: ['posting']",
    put: 'postingDone: { when: always',
  },
  {
    title: 'a helper decides instead of the owner',
    file: 'flow/ownTask',
    find: 'if (own.task.owner) refuse',
    put: 'if (own.task.owner && false) refuse',
  },
  {
    title: 'a claim leaves the others open',
    file: 'flow/claiming',
    find: 'if (one.id !== task.id && isLive(one)) emit',
    put: 'if (one.id === task.id && !isLive(one)) emit',
  },
  {
    title: 'a decision is taken back although others followed',
    file: 'flow/takingBack',
    find: 'if (decided) refuseDecidedAfter()',
    put: 'if (decided && false) refuseDecidedAfter()',
  },
  {
    title: 'withdrawal ignores the policy',
    file: 'flow/applying',
    find: "if (policy === 'beforeFirstDecision' && run.state.decided)",
    put: 'if (false)',
  },
  { title: 'urging has no limit', file: 'flow/talking', find: '>= urgeEveryMinutes * 60_000', put: '>= 0' },
  {
    title: 'a direct resubmission ignores the way',
    file: 'flow/applying',
    find: ' && sameWay(run, parked.taken)',
    put: '',
  },
  {
    title: 'someone joins a step twice',
    file: 'flow/arrival',
    find: "id !== except && status !== 'cancelled' &&",
    put: 'false &&',
  },
  {
    title: 'the initiator is asked although barred',
    file: 'flow/arrival',
    find: 'isSelfBarred(node) && user === run.state.initiator',
    put: 'false',
  },
  { title: 'the initiator acts as an agent for his own request', file: 'flow/arrival', find: 'agent === run.state.initiator ||', put: '' },
  {
    title: 'people are asked twice',
    file: 'flow/assign',
    find: 'return seats.filter(({ user }) => !seen.has(user) && seen.add(user))',
    put: 'return seats.filter(() => seen)',
  },
  {
    title: 'an approval of an older form is taken over',
    file: 'flow/assign',
    find: 'earlier.by[user] === formRev',
    put: 'user in earlier.by',
  },
  {
    title: 'approvals are kept although the form changed',
    file: 'flow/resubmitting',
    find: 'policy.unlessChanged.some(touches)',
    put: 'touches.length > 1',
  },
  { title: 'people who left are asked', file: 'flow/arrival', find: 'if (active) return', put: 'if (active || !successor) return' },
  {
    title: 'the initiator is not skipped',
    file: 'flow/assign',
    find: "if (node.onSelf === 'skip') {\n    const others",
    put: "if (node.onSelf === 'skip' && forced) {\n    const others",
  },
  {
    title: 'a no is forgotten on the way back',
    file: 'flow/evolve',
    find: "if (task.status === 'rejected') return { ...task, status: 'open' }",
    put: "if (task.status === 'rejected') return task",
  },
  { title: 'visits are not counted', file: 'flow/evolve', find: '[event.node]: event.visit }', put: '[event.node]: 0 }' },
  {
    title: 'the no of an added signer is ignored',
    file: 'flow/evolve',
    find: "event.verdict === 'reject' ? decided.sign?.parent : undefined",
    put: 'undefined as string | undefined',
  },
  { title: 'clocks run on while suspended', file: 'flow/evolve', find: 'suspended: true, timers: [], held', put: 'suspended: true, held' },
  { title: 'unknown turns true when negated', file: 'form/condition', find: 'truth === undefined ? undefined : !truth', put: '!truth' },
  {
    title: 'a step is migrated into another arm',
    file: 'flow/migrate',
    find: 'if (around.join() !== nextAround.join())',
    put: 'if (false)',
  },
  {
    title: 'the preview gives two tasks one id',
    file: 'flow/guess',
    find: 'events: [], guessing: true',
    put: 'events: [], usedIds: 0, guessing: true',
  },
  { title: 'a raised number is let be', file: 'flow/raised', find: "?? 'ask'", put: "?? 'allow'" },
  { title: 'an approval in the same step is not raised over', file: 'flow/raised', find: "task.status === 'approved' && task.auto", put: "task.status === 'open' && task.auto" }, // prettier-ignore
  { title: 'an arm beside is not asked again', file: 'flow/raised', find: 'way[depth]!.index <= other[depth]!.index', put: 'way[depth]!.index < other[depth]!.index' }, // prettier-ignore
  { title: 'what was kept stands for more', file: 'flow/evolve', find: 'event.voided), kept: {} })', put: 'event.voided) })' },
  { title: 'numbers are compared as text', file: 'flow/raised', find: 'compare(is, was) > 0', put: 'is > was' },
  { title: 'a row that is added raises nothing', file: 'flow/raised', find: 'if (column === undefined) raised.add(path)', put: '' },
  {
    title: 'more comes back directly',
    file: 'flow/applying',
    find: "wanted === 'direct' && parked && !raised",
    put: "wanted === 'direct' && parked",
  },
  { title: 'administrators pass over their own requests', file: 'flow/rescue', find: 'if (run.command.actor === run.state.initiator) refuse', put: 'if (false) refuse' }, // prettier-ignore
  { title: 'a jump leads into another arm', file: 'flow/rescue', find: '.toReversed()\n    .flatMap(({ sequence, index })', put: '.concat([...plan.places.values()])\n    .flatMap(({ sequence, index })' }, // prettier-ignore
  { title: 'a jump passes whom it leads to', file: 'flow/advance', find: "|| why === 'jumped'", put: '' },
  { title: 'what is outside goes on after a skip', file: 'flow/rescue', find: '  cancelOutside(run, step)\n', put: '' },
  {
    title: 'a decision is taken back across a skip',
    file: 'flow/evolve',
    find: "event.why === 'skipped' ? ({ effect: true } as const) : {}",
    put: '{}',
  },
  { title: 'somebody in service is acted for', file: 'flow/judging', find: 'if (fact(run, { k: \'user\', user: task.user }).active) refuse', put: 'if (false) refuse' }, // prettier-ignore
  { title: 'an agent has two votes when work is handed to him', file: 'flow/away', find: ' || isSeated(step, to, task.id)', put: '' },
  {
    title: 'what an agent was given himself comes back',
    file: 'flow/away',
    find: 'back ? one.onBehalfOf === principal :',
    put: 'back ? true :',
  },
  // Who is asked, and when.
  {
    title: 'a vote waits for those who sign after it',
    file: 'flow/signers',
    find: "one.sign!.where === 'before' && isLive(one)",
    put: 'isLive(one)',
  },
  { title: 'an arm that was not reached is never entered', file: 'flow/resubmitting', find: 'if (isRunning() && isIdle(run, sequence)) proceed(run, sequence, frontier(run.state, sequence))', put: '' }, // prettier-ignore
  {
    title: 'an arm begins again from its first step',
    file: 'flow/resubmitting',
    find: 'to === undefined ? last + 1 :',
    put: 'to === undefined ? 0 :',
  },
  { title: 'what is stuck cannot be looked at', file: 'flow/guess', find: '|| !step) return', put: '|| step === null) return' },
  { title: 'a claim takes a yes away', file: 'flow/claiming', find: "if (mainTasks(step).some(({ status }) => status === 'approved')) refuse", put: 'if (false) refuse' }, // prettier-ignore
  { title: 'a signer votes for himself once a claim is given up', file: 'flow/claiming', find: '{ ...bare(one), status: \'open\' }', put: '{ id: one.id, user: one.user, why: one.why, status: \'open\' }' }, // prettier-ignore
  { title: 'in a sequence a decision is taken back over somebody who had others sign', file: 'flow/signers', find: 'step.tasks.some((one) => one.sign?.parent === task.id))', put: 'false)' }, // prettier-ignore
  { title: 'in a sequence those before whom somebody takes back his word stay open', file: 'flow/signers', find: "step.vote.mode !== 'seq' || mainTasks", put: 'true || mainTasks' }, // prettier-ignore
  {
    title: 'what was delegated is lost when it is handed on',
    file: 'flow/handing',
    find: '...(owner === undefined ? {} : { owner }) }\n}',
    put: '}\n}',
  },
  {
    title: 'added signers are lost on the way back',
    file: 'flow/resubmitting',
    find: "back.has(task.id) ? { ...task, status: 'waiting' } : task",
    put: 'task',
  },
  { title: 'whoever comes back has a helper besides his seat', file: 'flow/arrival', find: '[task.user, task.owner, task.onBehalfOf].some', put: '[task.user].some' }, // prettier-ignore
  { title: 'whoever comes back has two seats', file: 'flow/arrival', find: "    seated.push({ ...task, status: 'waiting' })\n", put: '' },
  { title: 'somebody signs for a vote that is gone', file: 'flow/arrival', find: '!task.sign || !isLive(task) || seated.some', put: 'true || seated.some' }, // prettier-ignore
  {
    title: 'whoever left is asked again after a taking back',
    file: 'flow/takingBack',
    find: 'reseated(run, node, asked, (one) => one.id !== task.id)',
    put: 'asked',
  },
  {
    title: 'what was passed is taken along to a step of another kind',
    file: 'flow/migrate',
    find: '!sameKind(was, next) || (standsOn',
    put: '(standsOn',
  },
  {
    title: 'what was passed is taken along to where the process stands',
    file: 'flow/migrate',
    find: '|| (standsOn.get(next.id) ?? id) !== id',
    put: '',
  },
  { title: 'the clock decides for whoever is asked next', file: 'flow/deadlines', find: 'for (const { id } of tasks) {', put: 'for (let id: string; (id = run.state.steps.find((one) => one.id === step.id)?.tasks.find(({ status }) => status === \'open\')?.id ?? \'\'); ) {' }, // prettier-ignore
  { title: 'the next in a sequence has no clock', file: 'flow/clocks', find: "if (event.t === 'TaskOpened') return [event.task]", put: "if (event.t === 'TaskOpened') return []" }, // prettier-ignore
  { title: 'the clock of somebody who waits runs on', file: 'flow/evolve', find: 'timer.tasks.filter((one) => one !== id)', put: 'timer.tasks.filter((one) => one !== id || true)' }, // prettier-ignore
  { title: 'a clock stays that is for nobody', file: 'flow/clocks', find: 'clockedBy(run.state, step, clock).length === 0', put: 'false' },
  {
    title: 'a clock set while suspended stays still',
    file: 'flow/pausing',
    find: '[...run.state.held, ...run.state.timers]',
    put: '[...run.state.held]',
  },
  { title: 'an empty arm hides who approved before it', file: 'flow/plan', find: '!past.includes(true)', put: 'past.length > 0' },
  { title: 'what came back to somebody who left is nobody’s', file: 'flow/decide', find: '&& !actsForInitiator(run))', put: ')' },
  { title: 'a child empties what it does not bring', file: 'flow/childAnswer', find: 'isEmpty(value) ? made : ', put: '' },
  {
    title: 'a task goes to who is away',
    file: 'flow/arrival',
    find: 'const [seat] = present(run, [named(user)])',
    put: 'const seat = activeOne(run, named(user))',
  },
  { title: 'the clock hands a task to who left', file: 'flow/arrival', find: 'return agents.find(isFree) ?? there.find(isFree)', put: 'return users.map(named).find(isFree)' }, // prettier-ignore
  { title: 'an agent votes where he votes himself', file: 'flow/ownTask', find: 'if (actor !== task.user && isSeated(step, actor, task.id)) refuse', put: 'if (false) refuse' }, // prettier-ignore
  { title: 'an agent votes for two', file: 'flow/evolve', find: 'event.asAgent ? { ...verdict, by: event.by } : verdict', put: 'verdict' },
  {
    title: 'whoever handed his vote on removes its signers',
    file: 'flow/signing',
    find: 'holderOf(step, one) !== command.actor',
    put: 'one.addedBy !== command.actor',
  },
  {
    title: 'a flow goes on that waits for who left',
    file: 'flow/pausing',
    find: "  goOn(run, command.reason ?? '')\n  replaceLeavers(run)",
    put: "  goOn(run, command.reason ?? '')",
  },
]

const root = join(import.meta.dirname, '..')
const wantedName = process.argv[2] ?? ''
const properties = 'flow/properties.test.ts'

const main = async (): Promise<number> => {
  const copy = await mkdtemp(join(tmpdir(), 'approval-defects-'))
  try {
    for (const folder of ['kernel', 'domain']) await cp(join(root, folder), join(copy, folder), { recursive: true })
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
    await writeFile(join(copy, 'package.json'), '{"type":"module"}')
    const folder = join(copy, 'domain/approval')
    const tables = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.test.ts') && file !== properties)
    if (await fails(folder, [properties, ...tables])) return say('the tests fail without any defect', 1)
    const unnoticedDefects: string[] = []
    for (const { title, file, find, put } of defects.filter((defect) => defect.title.includes(wantedName))) {
      const path = join(folder, `${file}.ts`)
      const sound = await readFile(path, 'utf8')
      if (!sound.includes(find)) return say(`“${title}”: its place in ${file}.ts is gone`, 1)
      await writeFile(path, sound.replace(find, put))
      const [walks, table] = [await fails(folder, [properties]), await fails(folder, tables)]
      await writeFile(path, sound)
      if (!walks && !table) unnoticedDefects.push(title)
      say(`${walks ? 'properties' : '          '}  ${table ? 'tables' : '      '}  ${title}`, 0)
    }
    return unnoticedDefects.length === 0 ? say('every defect was noticed', 0) : say(`unnoticed: ${unnoticedDefects.join('; ')}`, 1)
  } finally {
    await rm(copy, { recursive: true })
  }
}

const say = (line: string, code: number): number => {
  process.stdout.write(`${line}\n`)
  return code
}

/** True where a test fails, or does not end within three minutes. */
const fails = (cwd: string, files: string[]): Promise<boolean> =>
  new Promise((resolve) => {
    const env = { ...process.env, PROPERTY_SHRINK: 'off', PROPERTY_SEED: '1', PROPERTY_RUNS: process.env['PROPERTY_RUNS'] ?? '400' }
    const child = spawn(process.execPath, ['--test', '--test-isolation=none', ...files], {
      cwd,
      env,
      stdio: 'ignore',
      timeout: 180_000,
      killSignal: 'SIGKILL',
    })
    child.on('exit', (code) => resolve(code !== 0))
  })

process.exitCode = await main()
