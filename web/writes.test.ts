import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { userUpdate } from '../domain/access/userOperations.ts'
import { silenceSeconds } from '../domain/rules/constants.ts'
import './testing/browserStorage.ts'
import { readAskedWrites, readWriteCalls, type WriteCall } from './testing/writeCalls.ts'

const { CallError, call } = await import('./call.ts')
const { onToast, shownToast } = await import('./look/overlays/toast.ts')
const { sendNow } = await import('./send.ts')
const { signedIn } = await import('./session/session.ts')

const calls = await readWriteCalls()
const buttons = calls.filter(({ by }) => by === 'useSend')

/** Writes whose screens show the words of a fault themselves: beside a field, as a notice, in a list of what failed. */
const shownByScreen: ReadonlySet<string> = new Set([
  'bulk/useBulkActs.ts bulkOperationsOf(kind).delete',
  'bulk/useFieldChange.ts change',
  'bulk/DocumentsSheet.tsx bulkOperations.documents',
  'counting/device/server.ts countTaskJoin',
  'outbox/outbox.ts operation',
  'eventRules/useRuleDraft.ts eventRuleSave',
  'entrance/HostSignIn.tsx operation',
  'entrance/HostSignIn.tsx workplaceSignInAddress',
  'entrance/PhoneCode.tsx sendSmsCode',
  'apiKeys/ApiKeyEdit.tsx keySave',
  'approval/design/flow/useFlowDraft.ts flowOperations.saveDefinition',
  'approval/design/form/useFormDraft.ts formOperations.saveForm',
  'installing/Installing.tsx calls.retry',
  'installing/Installing.tsx install',
  'labels/design/useLabelDraft.ts labelOperations.saveTemplate',
  'mail/MailServer.tsx mailTest',
  'signOn/LdapForm.tsx signOnOperations.saveLdap',
  'signOn/OidcForm.tsx signOnOperations.saveOidc',
  'signOn/WordsForm.tsx signOnOperations.saveWords',
  'subscriptions/SubscriptionForm.tsx subscriptionSave',
  'people/PersonKeeping.tsx userUpdate',
  'people/RightsPreview.tsx rolePreview',
  'agenda/AgendaEdit.tsx agendaOperations.save',
  'agenda/AgendaEdit.tsx agendaOperations.update',
  'agenda/moveEvent.ts agendaOperations.update',
  'shell/screens/Label.tsx foundReport',
  'documents/useDocumentFilling.ts operations.save',
  'documents/useDocumentFilling.ts operations.update',
  'documents/useSubmitting.ts documentOperations(kind).submit',
  'approval/screens/CustomFormApply.tsx formOperations.saveDraft',
  'approval/screens/CustomFormApply.tsx processOperations.resubmit',
  'approval/screens/CustomFormApply.tsx processOperations.start',
  'entrance/Forgot.tsx askForPassword',
  'entrance/Forgot.tsx resetPassword',
  'rfid/RfidWrite.tsx rfidVerified',
  'rfid/RfidWrite.tsx rfidWritten',
  'assets/WecomStart.tsx wecomCalls.getPreAuthCode',
  'assets/WecomStart.tsx wecomCalls.install',
  'entrance/HandOverEnter.tsx handOverEnter',
  'entrance/Join.tsx invitationAccept',
  'entrance/Join.tsx invitationApply',
  'entrance/Login.tsx phoneSignIn',
  'entrance/Login.tsx signIn',
  'chat/Chat.tsx chatOperations.open',
  'webhooks/useWebhookDraft.ts webhookSave',
  'worklog/useLogFilling.ts logOperations.save',
  'disk/FolderPicker.tsx diskFolder',
  'disk/Disk.tsx diskFolder',
  'disk/useNodeActions.tsx diskRename',
  'operator/Operator.tsx operatorEnter',
  'operator/pass.ts operation',
  'approval/screens/CopiedToMe.tsx processOperations.markRead',
  'records/RecordEdit.tsx operations.delete',
  'records/RecordEdit.tsx operations.save',
  'records/RecordEdit.tsx operations.update',
  'records/useImport.ts operations.cancel',
  'records/useImport.ts operations.check',
  'records/useImport.ts operations.commit',
  'records/useImport.ts operations.read',
  'entrance/Setup.tsx setupFound',
  'entrance/SignOn.tsx signOnOperations.begin',
  'entrance/SignOn.tsx signOnOperations.enter',
  'entrance/SignOn.tsx signOnOperations.enterLdap',
  'settings/PasswordChange.tsx userUpdate',
  'settings/Disputes.tsx disputeOperations.save',
  'settings/HandOver.tsx handOverMake',
  'settings/OrganisationSettings.tsx organisationClose',
  'settings/FirstPassword.tsx choosePassword',
  'settings/useRobot.ts robotSave',
  'settings/useRobot.ts robotTest',
  'settings/Takeout.tsx takeoutBegin',
])

/** Writes that no person waits for: a queue sends them again and says what became of them, or the next look sets the mark anew. */
const inBackground: ReadonlySet<string> = new Set([
  'session/arrive.ts signOut',
  'chat/device/device.ts chatOperations.read',
  'chat/device/device.ts chatOperations.send',
  'counting/device/server.ts countTaskPush',
  'disk/line.ts diskUploadFinish',
  'disk/line.ts diskUploadOpen',
  'disk/uploads.ts diskUploadCancel',
  'outbox/outbox.ts operation',
  'approval/process/opinionSettings.ts opinionOperations.savePresets',
  'approval/process/opinionSettings.ts opinionOperations.saveSignature',
  'labels/sendJob.ts labelOperations.confirm',
  'labels/sendJob.ts labelOperations.fail',
  'labels/sendJob.ts labelOperations.nextChunk',
  'labels/useStation.ts printStationOperations.beat',
  'labels/useStation.ts printStationOperations.leave',
  'entrance/leave.ts signOut',
  'approval/screens/Opinion.tsx processOperations.markRead',
  'approval/screens/Standing.tsx processOperations.markRead',
  'entrance/HandOverEnter.tsx signOut',
  'messages/MessageView.tsx messageUpdate',
  'worklog/LogView.tsx logOperations.read',
  'news/NewsArticle.tsx readRecordSave',
  'approval/screens/CopiedToMe.tsx processOperations.markRead',
])

/** Places that ask by an operation which they are given or which the kind of a thing decides, and which only reads. */
const onlyReads =
  /^(ask\.ts|pages\.ts|forms\/names\.ts|approval\/design\/flow\/speech\.ts) operation$|\.(list|info|selected|status|standing|checkFieldValue|freeCode)$|usePrefilled\.ts info$/
/** The host's own half asks through it, and says what went wrong in `arrivalWords`; `send.ts` is the way of all buttons. */
const ways: ReadonlySet<string> = new Set(['session/arrive.ts operation', 'send.ts operation'])

const placeOf = ({ at, names }: WriteCall): string => `${at} ${names}`
const isBackground = ({ options }: WriteCall): boolean => options.includes('background: true')
const isQuiet = (site: WriteCall): boolean => {
  const { options } = site
  return !isBackground(site) && (options.includes('quiet') || (/\b(sending|options)\b/.test(options) && !ways.has(placeOf(site))))
}
const writes = calls.filter((site) => !(site.operation === undefined && onlyReads.test(placeOf(site))) && !ways.has(placeOf(site)))
const placesOf = (sites: readonly WriteCall[]): string[] => [...new Set(sites.map(placeOf))].toSorted()

test('a write whose fault the app does not say itself is known: its screen says it, or no person waits for it', () => {
  assert.ok(buttons.length > 150, `${buttons.length} calls of useSend were found`)
  assert.deepEqual(placesOf(writes.filter(isQuiet)), [...shownByScreen].toSorted())
  assert.deepEqual(placesOf(writes.filter(isBackground)), [...inBackground].toSorted())
})

test('no write goes past the one way, which holds back nothing and bounds every silence', () => {
  const other = new Set(
    calls.map(({ at }) => at).filter((at) => /\buseMutation\b/.test(readFileSync(join(import.meta.dirname, at), 'utf8'))),
  )
  assert.deepEqual([...other], ['approval/process/opinionSettings.ts'])
  assert.match(
    readFileSync(join(import.meta.dirname, 'approval/process/opinionSettings.ts'), 'utf8'),
    /mutations: \{ networkMode: 'always' \}/,
  )
})

type Network = () => Promise<Response>
const answers = (status: number, body: unknown) => async () => new Response(JSON.stringify(body), { status })
const noConnection: Network = async () => {
  throw new TypeError('fetch failed')
}
const faults: readonly [title: string, kind: string, network: Network, isOnline?: boolean][] = [
  ['without a network', 'failed', noConnection, false],
  ['where the line is cut', 'unanswered', noConnection],
  ['where nothing is answered', 'unanswered', () => new Promise(() => undefined)],
  ['at 403', 'refused', answers(403, { code: 403, msg: '拒绝访问' })],
  ['at 404', 'refused', answers(404, { code: 404, msg: '没有找到' })],
  ['at 409', 'refused', answers(409, { code: 409, msg: '已被修改' })],
  ['at a refusal of the business', 'refused', answers(200, { code: 500, msg: '库存不足', reason: 'stock' })],
  ['at 500', 'failed', answers(500, { code: 500, msg: '系统出错了' })],
  ['at 500 without words', 'failed', async () => new Response('<html>', { status: 500 })],
  ['at 503', 'failed', answers(503, { code: 503, msg: '服务器忙' })],
  ['at 504 of a proxy', 'unanswered', async () => new Response('<html>', { status: 504 })],
]

const { fetch } = globalThis
const onLine = Object.getOwnPropertyDescriptor(navigator, 'onLine')
const setOnline = (isOnline: boolean | undefined): void => {
  if (isOnline === undefined && !onLine) Reflect.deleteProperty(navigator, 'onLine')
  else Object.defineProperty(navigator, 'onLine', onLine && isOnline === undefined ? onLine : { value: isOnline, configurable: true })
}

/** What a button's write ends in once all the patience of a person has passed: its fault, and what is shown. */
const pressed = async ({ operation = userUpdate, options }: Pick<WriteCall, 'operation' | 'options'>, input: unknown = {}) => {
  let shown: ReturnType<typeof shownToast>
  const stop = onToast(() => {
    shown = shownToast() ?? shown
  })
  let fault: unknown
  let isReleased = false
  const quiet = options.includes('quiet: true')
  const background = options.includes('background: true')
  void sendNow(operation, input as never, { quiet, background, done: '好' })
    .catch((error: unknown) => {
      fault = error
    })
    .finally(() => {
      isReleased = true
    })
  await settled()
  mock.timers.tick(silenceSeconds * 1000)
  await settled()
  stop()
  return { fault, isReleased, shown }
}
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 12; turn++) await new Promise<void>((resolve) => setImmediate(resolve))
}

/** Keeps the id of each command that was sent; answers as `network` does. */
const listening = (network: Network): string[] => {
  const ids: string[] = []
  globalThis.fetch = (_, init) => {
    ids.push(new Headers(init?.headers).get('x-command-id') ?? '')
    return network()
  }
  return ids
}
const ok = answers(200, { code: 0, result: null })
const plain = { operation: userUpdate, options: '' }

describe('a write behind a button', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] })
    signedIn({ access_token: 'a', 'X-UID': '7' })
  })
  afterEach(() => {
    mock.timers.reset()
    globalThis.fetch = fetch
    setOnline(undefined)
  })

  for (const [title, kind, network, isOnline] of faults)
    test(`${title} every button that writes says so and is released`, async () => {
      if (isOnline !== undefined) setOnline(isOnline)
      globalThis.fetch = network
      for (const site of buttons.filter((button) => !isBackground(button))) {
        const { fault, isReleased, shown } = await pressed(site, { site: placeOf(site), title })
        const place = `${placeOf(site)} ${title}`
        assert.ok(isReleased, place)
        assert.ok(fault instanceof CallError, place)
        assert.equal(fault.kind, kind, place)
        assert.notEqual(fault.message, '', place)
        if (isQuiet(site) && fault.status !== 403) continue
        assert.deepEqual([shown?.kind, shown?.text], ['error', fault.message], place)
      }
    })

  test('what was not answered and is sent again is the same command, until it is answered', async () => {
    const cut = listening(noConnection)
    await pressed(plain, { phone: '1' })
    const again = listening(ok)
    assert.equal((await pressed(plain, { phone: '1' })).fault, undefined)
    await pressed(plain, { phone: '1' })
    assert.equal(new Set([...cut, again[0]]).size, 1)
    assert.notEqual(again[1], again[0])
  })

  test('after a later write of the same noun the former is another command', async () => {
    const cut = listening(noConnection)
    await pressed(plain, { phone: '2' })
    listening(ok)
    await pressed(plain, { phone: '3' })
    const again = listening(ok)
    await pressed(plain, { phone: '2' })
    assert.notEqual(again[0], cut[0])
  })

  test('pressed again while the server still works, the answer of the first press is awaited; one that comes unawaited is told', async () => {
    let answer: (response: Response) => void = () => undefined
    const ids = listening(() => new Promise((resolve) => (answer = resolve)))
    assert.equal(((await pressed(plain, { phone: '4' })).fault as InstanceType<typeof CallError>).kind, 'unanswered')
    const second = call(userUpdate, { phone: '4' } as never)
    await settled()
    answer(await ok())
    await second
    assert.equal(ids.length, 1)
    await pressed(plain, { phone: '5' })
    answer(await ok())
    await settled()
    assert.deepEqual([shownToast()?.kind, shownToast()?.text], ['notify', '刚才没有回答的操作已办好'])
  })

  test('a damaged schema loads the page anew once, and is said after that', async () => {
    const location = Object.getOwnPropertyDescriptor(globalThis, 'location')
    let reloads = 0
    Object.defineProperty(globalThis, 'location', { value: { reload: () => reloads++ }, configurable: true })
    globalThis.fetch = answers(200, { code: 500, msg: "SQLSyntaxErrorException: table doesn't exist" })
    await pressed(plain, { phone: '6' })
    const { shown } = await pressed(plain, { phone: '7' })
    if (location) Object.defineProperty(globalThis, 'location', location)
    else Reflect.deleteProperty(globalThis, 'location')
    assert.equal(reloads, 1)
    assert.equal(shown?.kind, 'error')
  })
})

test('a screen reads by an operation that writes only where it may do so again and again', async () => {
  assert.deepEqual(placesOf(await readAskedWrites()), [
    // A dry run: it says what would happen.
    'approval/screens/useUpgrade.ts flowOperations.upgrade',
    // Of a stranger without a session; with the pass of the first answer it counts no second time.
    'disk/DiskLink.tsx diskLinkOpen',
    // What is planned for a tag stands, however often it is asked.
    'rfid/RfidWrite.tsx rfidPlan',
  ])
})
