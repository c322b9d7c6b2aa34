import { useState } from 'react'
import * as v from 'valibot'
import { shiftRules, type ShiftRules } from '../../domain/attendance/shift.ts'
import { attendanceOperations, type ShiftRow } from '../../domain/attendance/operations.ts'
import { confirmDelete } from '../look/overlays/confirm.ts'
import { today } from '../shell/dateWords.ts'
import { useLeaveGuard } from '../screen.ts'
import { useSend } from '../send.ts'
import { back, leaveFreely } from '../travel.ts'
import { t } from '../words.ts'

const usual = v.parse(shiftRules, { segments: [{ on: 540, off: 1080 }], rests: [{ from: 720, to: 780 }] })

/** A shift under its editor's hands: how it is changed, checked, stored and deleted. */
export const useShiftEditing = (shift: ShiftRow | undefined) => {
  const [name, setName] = useState(shift?.name ?? '')
  const [rules, setRules] = useState<ShiftRules>(shift?.rules ?? usual)
  const [fromDay, setFromDay] = useState(today())
  const save = useSend(attendanceOperations.saveShift, { done: '已保存班次' })
  const update = useSend(attendanceOperations.updateShift, { done: '已保存班次' })
  const remove = useSend(attendanceOperations.deleteShifts, { done: '已删除' })
  const isChanged = name !== (shift?.name ?? '') || JSON.stringify(rules) !== JSON.stringify(shift?.rules ?? usual)
  useLeaveGuard(isChanged)
  const leavePage = () => {
    leaveFreely()
    back()
  }
  return {
    name,
    setName,
    fromDay,
    setFromDay,
    rules,
    isChanged,
    change: (values: Partial<ShiftRules>) => setRules((now) => ({ ...now, ...values })),
    checked: v.safeParse(shiftRules, rules),
    store: () =>
      (shift ? update.send({ id: shift.id, version: shift.version, name, rules, fromDay }) : save.send({ name, rules, fromDay })).then(
        leavePage,
        () => undefined,
      ),
    drop: async () => {
      if (shift && (await confirmDelete(t('确定删除{name}吗?', { name: shift.name }))))
        await remove.send({ ids: [shift.id] }).then(leavePage, () => undefined)
    },
    isSaving: save.sending || update.sending,
    isDeleting: remove.sending,
  }
}
