import { useState } from 'react'
import { type InvitationResult, invitationSave, peopleToInvite } from '../../domain/access/invitationOperations.ts'
import type { Id } from '../../kernel/id.ts'
import { call, CallError } from '../call.ts'
import { choose } from '../look/overlays/confirm.ts'
import { toast } from '../look/overlays/toast.ts'
import type { RowOf } from '../pages.ts'
import { useSend } from '../send.ts'
import { t } from '../words.ts'
import { useBusy } from '../writing.ts'

export type Person = RowOf<typeof peopleToInvite>

/** A command invites this many at most. */
const atOnce = 500

type InvitingInput = {
  readonly sms: boolean
  /** Where no one is picked, those who have an open link keep it. */
  readonly skipsInvited: boolean
  readonly onMade: (results: readonly InvitationResult[]) => void
}

/** Inviting the people who are picked, or everyone who cannot sign in yet. */
export const useInviting = ({ sms, skipsInvited, onMade }: InvitingInput) => {
  const [pickedIds, setPickedIds] = useState<ReadonlySet<Id>>(new Set())
  const [busy, setBusy] = useBusy()
  const { send } = useSend(invitationSave)
  const toggle = ({ uid }: Person) => {
    const next = new Set(pickedIds)
    if (!next.delete(uid)) next.add(uid)
    setPickedIds(next)
  }
  const sendAll = async (uids: readonly Id[], bySms: boolean): Promise<void> => {
    const results: InvitationResult[] = []
    let smsCount = 0
    for (let from = 0; from < uids.length; from += atOnce) {
      const answer = await send({ uids: uids.slice(from, from + atOnce), sms: bySms })
      results.push(...answer.list)
      smsCount += answer.sending
    }
    if (bySms) toast(t('正在发送{count}条短信', { count: smsCount }), 'success')
    setPickedIds(new Set())
    onMade(results)
  }
  const invite = async (): Promise<void> => {
    const way = sms ? await chooseWay() : 'link'
    if (way === undefined) return
    setBusy(true)
    try {
      await sendAll(pickedIds.size > 0 ? [...pickedIds] : await listEveryone(skipsInvited), way === 'sms')
    } catch (error) {
      // Its words were toasted.
      if (!(error instanceof CallError)) throw error
    } finally {
      setBusy(false)
    }
  }
  return { picked: pickedIds, toggle, invite, busy }
}

const chooseWay = () =>
  choose(t('怎样邀请'), [
    { value: 'sms', label: t('发短信，并生成链接') },
    { value: 'link', label: t('只生成链接和二维码') },
  ])

const listEveryone = async (skipsInvited: boolean): Promise<Id[]> => {
  const uids: Id[] = []
  for (let after: string | undefined; ;) {
    const { list, next } = await call(peopleToInvite, { pageSize: atOnce, ...(after && { after }) })
    uids.push(...list.filter(({ state }) => !skipsInvited || state !== 'open').map(({ uid }) => uid))
    if (!next || list.length === 0) return uids
    after = next
  }
}
