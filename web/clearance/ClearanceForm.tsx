import { useState } from 'react'
import { type clearanceInfo, clearPerson } from '../../domain/clearance/operations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { location, person, text } from '../../kernel/field.ts'
import { FieldControl } from '../forms/FieldControl.tsx'
import { ignoreCallError } from '../ignoreCallError.ts'
import { WriteButton } from '../licence/WriteButton.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { confirm } from '../look/overlays/confirm.ts'
import { useSend } from '../send.ts'
import { idIn } from '../shell/idIn.ts'
import { t } from '../words.ts'

type ClearanceState = OutputOf<typeof clearanceInfo>
type HoldingKey = ClearanceState['holdings'][number]['key']

const successorField = (isNeeded: boolean) =>
  person('接替人', { required: isNeeded ? 'always' : 'never', filter: { state: 'active' }, hint: '接手审批、管理的区域和负责的部门' })
const storeField = (isNeeded: boolean) =>
  location('归还到', { required: isNeeded ? 'always' : 'never', hint: '名下资产、借用的资产和耗材都退回这里' })
const noteField = text('说明', { required: 'never', lines: 3 })

/** What is asked before a person is cleared, and the one button that does it. */
export const ClearanceForm = ({ state: { person: leaver, holdings } }: { state: ClearanceState }) => {
  const [successorUid, setSuccessorUid] = useState<unknown>()
  const [storeId, setStoreId] = useState<unknown>()
  const [note, setNote] = useState<unknown>('')
  const [withSupplies, setWithSupplies] = useState(true)
  const [closesAccount, setClosesAccount] = useState(!leaver.isDisabled)
  const { send, sending: busy } = useSend(clearPerson, { done: '已办理' })
  const has = (...keys: readonly HoldingKey[]) => holdings.some(({ key }) => keys.includes(key))
  const needsStore = has('assets', 'loans') || (withSupplies && has('supplies'))
  const needsSuccessor = has('places', 'departments', 'tasks')
  const [successor, store] = [idIn(successorUid), idIn(storeId)]
  const isReady = (!needsStore || store !== undefined) && (!needsSuccessor || successor !== undefined)
  const isIdle = holdings.length === 0 && (!closesAccount || leaver.isDisabled)
  const clear = async () => {
    const title = t('为{name}办理离职清退?', { name: leaver.userName })
    const words = t(closesAccount && !leaver.isDisabled ? '归还和移交一次完成，账号同时停用。' : '归还和移交一次完成。')
    if (!(await confirm({ title, text: words, yes: t('办理'), danger: true }))) return
    await send({
      uid: leaver.uid,
      ...(successor !== undefined && { successorUid: successor }),
      ...(store !== undefined && { storeId: store }),
      ...(typeof note === 'string' && note.trim() && { note: note.trim() }),
      withSupplies,
      closesAccount: closesAccount && !leaver.isDisabled,
    }).catch(ignoreCallError)
  }
  if (isIdle && leaver.isDisabled) return null
  return (
    <Section title={t('一次清退')} flush={false}>
      <div className="-mx-4 -mt-4">
        <Card flush className="rounded-none! shadow-none!">
          <FieldControl field={storeField(needsStore)} value={storeId} onChange={setStoreId} />
          <FieldControl field={successorField(needsSuccessor)} value={successorUid} onChange={setSuccessorUid} />
          <Switch label={t('耗材一并退回')} value={withSupplies} onChange={setWithSupplies} />
          {!leaver.isDisabled && <Switch label={t('同时停用账号')} value={closesAccount} onChange={setClosesAccount} />}
          <FieldControl field={noteField} value={note} onChange={setNote} />
        </Card>
      </div>
      <WriteButton size="large" wide busy={busy} disabled={!isReady || isIdle} onClick={() => void clear()} className="mt-4">
        {t('一次清退')}
      </WriteButton>
    </Section>
  )
}
