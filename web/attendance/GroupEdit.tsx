import { useState } from 'react'
import * as v from 'valibot'
import { groupRules, type GroupRules } from '../../domain/attendance/group.ts'
import { attendanceOperations, type AttendancePlace, type GroupRow, type ShiftRow } from '../../domain/attendance/operations.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Choices } from '../look/fields/Choices.tsx'
import { confirmDelete } from '../look/overlays/confirm.ts'
import { DateField } from '../look/fields/DateField.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { ReferencesField } from '../forms/ReferenceField.tsx'
import { useLeaveGuard, useSearch } from '../screen.ts'
import { today } from '../shell/when.ts'
import { useSend } from '../send.ts'
import { back, go, leaveFreely } from '../travel.ts'
import { t } from '../words.ts'

/** A group: who is in it, when they work, and where they punch. */
export default function GroupEdit() {
  const { id } = useSearch('/pages/attendance/groupedit')
  const group = useAsk(attendanceOperations.group, { id: id || '0' }, { enabled: Boolean(id), once: true })
  const shifts = useAsk(attendanceOperations.shifts, {})
  const places = useAsk(attendanceOperations.places, {})
  const error = group.error ?? shifts.error ?? places.error
  if ((id && !group.data) || !shifts.data || !places.data)
    return <Pending error={error} onRetry={() => Promise.all([group.refetch(), shifts.refetch(), places.refetch()])} />
  return <Editor key={group.data?.version ?? 0} known={group.data} shifts={shifts.data.list} places={places.data.list} />
}

type Props = { known: GroupRow | undefined; shifts: readonly ShiftRow[]; places: readonly AttendancePlace[] }

const Editor = ({ known, shifts, places }: Props) => {
  const [begun] = useState(() => begin(known, shifts))
  const [group, setGroup] = useState(begun)
  const save = useSend(attendanceOperations.saveGroup, { done: '已保存考勤组' })
  const update = useSend(attendanceOperations.updateGroup, { done: '已保存考勤组' })
  const remove = useSend(attendanceOperations.deleteGroups, { done: '已删除' })
  const isChanged = group !== begun
  useLeaveGuard(isChanged)
  const change = (values: Partial<typeof group>) => setGroup((now) => ({ ...now, ...values }))
  const rule = (values: Partial<GroupRules>) => change({ rules: { ...group.rules, ...values } })
  const checked = v.safeParse(groupRules, group.rules)
  const leavePage = () => {
    leaveFreely()
    back()
  }
  const store = () =>
    (known ? update.send({ id: known.id, version: known.version, ...group }) : save.send(group)).then(leavePage, () => undefined)
  const drop = async () => {
    if (known && (await confirmDelete(t('确定删除{name}吗?', { name: known.name }))))
      await remove.send({ ids: [known.id] }).then(leavePage, () => undefined)
  }
  const { rules } = group
  return (
    <Page
      width="form"
      bottom={
        <>
          {known && (
            <Button kind="danger" size="large" busy={remove.sending} onClick={() => void drop()}>
              {t('删除')}
            </Button>
          )}
          <Button
            size="large"
            wide
            busy={save.sending || update.sending}
            disabled={!isChanged || !group.name.trim() || !checked.success}
            onClick={() => void store()}
          >
            {t('保存')}
          </Button>
        </>
      }
    >
      <div className="pt-3">
        <Section flush>
          <TextField label={t('考勤组名称')} value={group.name} onChange={(name) => change({ name })} required />
          <DateField
            label={t('从哪天起生效')}
            value={group.fromDay}
            onChange={(fromDay) => change({ fromDay })}
            required
            hint={t('这天以前的考勤仍按原来的规则。')}
          />
        </Section>
        <Section title={t('谁参加')} flush note={t('点名的人优先于部门，近的部门优先于上级部门。')}>
          <ReferencesField
            label={t('部门')}
            control={{ type: 'reference', to: 'department', many: true }}
            value={group.deptIds}
            onChange={(deptIds) => change({ deptIds: [...deptIds] })}
          />
          <ReferencesField
            label={t('人员')}
            control={{ type: 'reference', to: 'person', many: true }}
            value={group.uids}
            onChange={(uids) => change({ uids: [...uids] })}
          />
          <Switch
            label={t('默认考勤组')}
            text={t('不在其他考勤组的人都参加')}
            value={group.isDefault}
            onChange={(isDefault) => change({ isDefault })}
          />
        </Section>
        <Section title={t('什么时候上班')} flush>
          <Choice
            label={t('考勤类型')}
            value={rules.kind}
            onChange={(kind) => rule({ kind: kind as GroupRules['kind'] })}
            options={[
              { value: 'fixed', label: '固定班制' },
              { value: 'roster', label: '排班制' },
              { value: 'free', label: '自由上下班' },
            ]}
            required
          />
          {rules.kind === 'fixed' &&
            weekdayNames.map((label, index) => (
              <Choice
                key={label}
                label={t(label)}
                value={rules.week[index] ?? ''}
                onChange={(id) => rule({ week: rules.week.with(index, id || null) })}
                options={[{ value: '', label: '休息' }, ...shifts.map(({ id, name, times }) => ({ value: id, label: `${name} ${times}` }))]}
              />
            ))}
          {rules.kind === 'fixed' && (
            <Switch
              label={t('按工作日历')}
              text={t('法定节假日休息，调休日上班')}
              value={rules.followsCalendar}
              onChange={(followsCalendar) => rule({ followsCalendar })}
            />
          )}
          {rules.kind === 'roster' && known && (
            <Cell title={t('排班表')} onPress={() => go('/pages/attendance/roster', { groupId: known.id })} />
          )}
        </Section>
        {!checked.success && <p className="mb-4 px-1 text-small text-bad">{t(checked.issues[0].message)}</p>}
        <Section title={t('在哪里打卡')} flush>
          {places.length > 0 && (
            <Choices
              label={t('打卡地点')}
              value={rules.placeIds}
              onChange={(placeIds) => rule({ placeIds: [...placeIds] })}
              options={places.map(({ id, name }) => ({ value: id, label: name }))}
              hint={t('不选就是全部打卡地点。')}
            />
          )}
          <Cell title={t('管理打卡地点')} to="/pages/attendance/map" />
          <Switch label={t('允许外勤打卡')} value={rules.fieldAllowed} onChange={(fieldAllowed) => rule({ fieldAllowed })} />
          {rules.fieldAllowed && (
            <Switch label={t('外勤要拍照')} value={rules.photoOfField} onChange={(photoOfField) => rule({ photoOfField })} />
          )}
          <Switch
            label={t('离线打卡算数')}
            text={t('没有网络时记在手机上，联网后送出，并标为离线')}
            value={rules.offlineCounts}
            onChange={(offlineCounts) => rule({ offlineCounts })}
          />
        </Section>
      </div>
    </Page>
  )
}

const weekdayNames = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const

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
