import { startingPresets, type Verdict } from '../../../domain/approval/flow/presets.ts'
import { inWords } from '../../../domain/english/all.ts'
import { opinionOperations as calls, type OpinionSettings } from '../../../domain/approval/operations/opinions.ts'
import { handle, type Handler, type SignedIn } from '../../call.ts'
import { namedFiles, requireFiles } from '../../files/namedFiles.ts'
import { announce } from '../../messaging/outbox.ts'

export const opinionHandlers: readonly Handler[] = [
  handle(calls.settings, (call) => settingsOf(call)),

  handle(calls.savePresets, async (call, { verdict, presets }) => {
    const { tx, session } = call
    await tx.query(savingPresets[verdict], [tx.orgId, session.uid, presets])
    return savedSettings(call)
  }),

  handle(calls.saveSignature, async (call, { signature }) => {
    const { tx, session } = call
    await requireFiles(tx, session.uid, namedFiles('签名', true, [signature]))
    await tx.query(
      `insert into wf_opinion_setting (org_id, uid, signature) values ($1, $2, $3)
       on conflict (org_id, uid) do update set signature = excluded.signature`,
      [tx.orgId, session.uid, signature],
    )
    return savedSettings(call)
  }),
]

const savingPresets: Readonly<Record<Verdict, string>> = {
  approve: `insert into wf_opinion_setting (org_id, uid, approve_presets) values ($1, $2, $3::text[])
            on conflict (org_id, uid) do update set approve_presets = excluded.approve_presets`,
  reject: `insert into wf_opinion_setting (org_id, uid, reject_presets) values ($1, $2, $3::text[])
           on conflict (org_id, uid) do update set reject_presets = excluded.reject_presets`,
}

/** The other screens of the same person show it as well. */
const savedSettings = async (call: SignedIn): Promise<OpinionSettings> => {
  await announce(call.tx, { topic: 'opinion', body: { uids: [call.session.uid] } })
  return settingsOf(call)
}

const settingsOf = async ({ tx, session, language }: SignedIn): Promise<OpinionSettings> => {
  const [row] = await tx.query<{ approve: string[] | null; reject: string[] | null; signature: string | null }>(
    'select approve_presets as approve, reject_presets as reject, signature from wf_opinion_setting where org_id = $1 and uid = $2',
    [tx.orgId, session.uid],
  )
  const presetsOf = (verdict: Verdict) => row?.[verdict] ?? startingPresets[verdict].map((words) => inWords(language, words))
  return {
    presets: { approve: presetsOf('approve'), reject: presetsOf('reject') },
    own: { approve: Array.isArray(row?.approve), reject: Array.isArray(row?.reject) },
    signature: row?.signature ?? null,
  }
}
