import { useState } from 'react'
import * as v from 'valibot'
import { groupRules, type GroupRules } from '../../domain/attendance/group.ts'
import { attendanceOperations, type GroupRow, type ShiftRow } from '../../domain/attendance/operations.ts'
import { confirmDelete } from '../look/overlays/confirm.ts'
import { today } from '../shell/dateWords.ts'
import { useLeaveGuard } from '../screen.ts'
import { useSend } from '../send.ts'
import { back, leaveFreely } from '../travel.ts'
import { t } from '../words.ts'

/** A group as it is edited. */
export type GroupDraft = ReturnType<typeof begin>

/** A group under its editor's hands: how it is changed, checked, stored and deleted. */
export const useGroupEditing = (savedGroup: GroupRow | undefined, shifts: readonly ShiftRow[]) => {
  const [begun] = useState(() => begin(savedGroup, shifts))
  const [group, setGroup] = useState(begun)
  const save = useSend(attendanceOperations.saveGroup, { done: '已保存考勤组' })
  const update = useSend(attendanceOperations.updateGroup, { done: '已保存考勤组' })
  const remove = useSend(attendanceOperations.deleteGroups, { done: '已删除' })
  const isChanged = group !== begun
  useLeaveGuard(isChanged)
  const change = (values: Partial<GroupDraft>) => setGroup((now) => ({ ...now, ...values }))
  const leavePage = () => {
    leaveFreely()
    back()
  }
  return {
    group,
    change,
    isChanged,
    rule: (values: Partial<GroupRules>) => change({ rules: { ...group.rules, ...values } }),
    checked: v.safeParse(groupRules, group.rules),
    store: () =>
      (savedGroup ? update.send({ id: savedGroup.id, version: savedGroup.version, ...group }) : save.send(group)).then(
        leavePage,
        () => undefined,
      ),
    drop: async () => {
      if (savedGroup && (await confirmDelete(t('确定删除{name}吗?', { name: savedGroup.name }))))
        await remove.send({ ids: [savedGroup.id] }).then(leavePage, () => undefined)
    },
    isSaving: save.sending || update.sending,
    isDeleting: remove.sending,
  }
}

const begin = (group: GroupRow | undefined, shifts: readonly ShiftRow[]) => {
  const first = shifts[0]?.id ?? null
  return {
    name: group?.name ?? '',
    isDefault: group?.isDefault ?? false,
    uids: [...(group?.uids ?? [])],
    deptIds: [...(group?.deptIds ?? [])],
    fromDay: today(),
    rules: group?.rules ?? v.parse(groupRules, { kind: first ? 'fixed' : 'free', week: [first, first, first, first, first, null, null] }),
  }
}
