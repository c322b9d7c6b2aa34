import { buffer } from 'node:stream/consumers'
import type { InputOf, OutputOf } from '../../domain/operations/define.ts'
import type { foundLook } from '../../domain/found/operations.ts'
import { isBlankCode, isFinderCode, thingOfCode } from '../../domain/labels/content.ts'
import { type StrangersSetting, strangersOff } from '../../domain/organisation/strangers.ts'
import type { Id } from '../../kernel/id.ts'
import { attempt, type Limit, networkOf } from '../access/guard.ts'
import type { App, Call } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { thumbnailOf } from '../files/files.ts'

/** Looks that found nothing are what guessing is made of; others are not counted. */
const lookLimit: Limit = { name: 'found', attempts: 30, windowSeconds: 600, lockSeconds: 1800 }

/** What a label leads a stranger to. */
export type LabelOwner = {
  readonly orgId: Id
  /** Undefined where the label says too little to be sure of the piece: nothing of it is shown then. */
  readonly assetId: Id | undefined
  readonly sure: boolean
}
type Label = Pick<InputOf<typeof foundLook>, 'code' | 'finder'>

/**
 * Whose thing it is, of organisations that want to be told. Codes that count up are no proof of having the label in one's hand: by them alone
 * nothing is found out, and where several organisations are on an installation they lead nowhere.
 */
export const findAsStranger = async ({ app }: Pick<Call, 'app'>, { code, finder }: Label): Promise<LabelOwner | undefined> => {
  const subject = thingOfCode(code)
  const blank = subject.noun === 'blank' && isBlankCode(subject.code) ? subject.code : null
  const letters = finder?.toUpperCase()
  if (letters !== undefined && !isFinderCode(letters)) return undefined
  if (letters === undefined && blank === null && subject.noun !== 'asset') return undefined
  const [row] = await app.database.gate<{ org_id: Id; asset_id: Id | null }>('select org_id, asset_id from gate_found($1, $2)', [
    letters ?? null,
    letters === undefined ? blank : null,
  ])
  if (!row) return undefined
  if (row.asset_id !== null) return { orgId: row.org_id, assetId: row.asset_id, sure: true }
  const assetId = await app.database.reading(row.org_id, async (tx) => {
    const [asset] = await tx.query<{ id: Id }>('select id from asset where org_id = $1 and instance_code = $2 and deleted_at is null', [
      tx.orgId,
      subject.code,
    ])
    return asset?.id
  })
  return { orgId: row.org_id, assetId, sure: false }
}

/** What the organisation decided; off where it did not. */
export const strangersOf = async (tx: Tx): Promise<{ readonly organisation: string; readonly setting: StrangersSetting }> => {
  const [row] = await tx.query<{ name: string; setting: StrangersSetting | null }>(
    `select name, settings -> 'strangers' as setting from organisation where org_id = $1`,
    [tx.orgId],
  )
  return { organisation: row?.name ?? '', setting: row?.setting ?? strangersOff }
}

export const lookAsStranger = async (call: Call, label: Label): Promise<OutputOf<typeof foundLook>> => {
  const attemptMade = await attempt(call.app.database, lookLimit, networkOf(call.ip), '操作过于频繁，请稍后再试')
  const match = await findAsStranger(call, label)
  if (!match) return { t: 'off' }
  if (match.sure) await attemptMade.giveBack()
  return call.app.database.reading(match.orgId, async (tx) => {
    const { organisation, setting } = await strangersOf(tx)
    const assetShown = match.sure && match.assetId !== undefined ? await shownOf(call.app, tx, match.assetId) : undefined
    return {
      t: 'page' as const,
      organisation,
      contact: setting.contact,
      name: (setting.showsName && assetShown?.name) || null,
      picture: setting.showsPicture && assetShown ? await assetShown.picture() : null,
    }
  })
}

const shownOf = async (app: App, tx: Tx, assetId: Id) => {
  const [asset] = await tx.query<{ name: string; picture: string | null }>(
    `select instance_name as name, nullif(split_part(coalesce(instance_image, ''), ',', 1), '') as picture from asset where org_id = $1 and id = $2 and deleted_at is null`,
    [tx.orgId, assetId],
  )
  return (
    asset && {
      name: asset.name,
      /** Small: the person who sees it has no way to the file itself. */
      picture: async () => {
        const small = asset.picture === null ? undefined : await app.storage.get(tx.orgId, thumbnailOf(asset.picture))
        return small ? `data:image/webp;base64,${(await buffer(small.body)).toString('base64')}` : null
      },
    }
  )
}
