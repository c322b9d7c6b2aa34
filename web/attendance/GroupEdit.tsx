import type { GroupRules } from '../../domain/attendance/group.ts'
import { attendanceOperations, type AttendancePlace, type GroupRow, type ShiftRow } from '../../domain/attendance/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Choices } from '../look/fields/Choices.tsx'
import { DateField } from '../look/fields/DateField.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { ReferencesField } from '../forms/ReferenceField.tsx'
import { useSearch } from '../screen.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { type GroupDraft, useGroupEditing } from './useGroupEditing.ts'

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
  const { group, change, rule, checked, isChanged, store, drop, isSaving, isDeleting } = useGroupEditing(known, shifts)
  const { rules } = group
  return (
    <Page
      width="form"
      bottom={
        <>
          {known && (
            <Button kind="danger" size="large" busy={isDeleting} onClick={() => void drop()}>
              {t('删除')}
            </Button>
          )}
          <Button
            size="large"
            wide
            busy={isSaving}
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
        <Members group={group} onChange={change} />
        <WorkTimes rules={rules} shifts={shifts} groupId={known?.id} onChange={rule} />
        {!checked.success && <p className="mb-4 px-1 text-small text-bad">{t(checked.issues[0].message)}</p>}
        <PunchPlaces rules={rules} places={places} onChange={rule} />
      </div>
    </Page>
  )
}

type MembersProps = { group: GroupDraft; onChange: (values: Partial<GroupDraft>) => void }

const Members = ({ group, onChange }: MembersProps) => (
  <Section title={t('谁参加')} flush note={t('点名的人优先于部门，近的部门优先于上级部门。')}>
    <ReferencesField
      label={t('部门')}
      control={{ type: 'reference', to: 'department', many: true }}
      value={group.deptIds}
      onChange={(deptIds) => onChange({ deptIds: [...deptIds] })}
    />
    <ReferencesField
      label={t('人员')}
      control={{ type: 'reference', to: 'person', many: true }}
      value={group.uids}
      onChange={(uids) => onChange({ uids: [...uids] })}
    />
    <Switch
      label={t('默认考勤组')}
      text={t('不在其他考勤组的人都参加')}
      value={group.isDefault}
      onChange={(isDefault) => onChange({ isDefault })}
    />
  </Section>
)

type TimesProps = {
  rules: GroupRules
  shifts: readonly ShiftRow[]
  /** Undefined for a new group, which has no roster yet. */
  groupId: Id | undefined
  onChange: (values: Partial<GroupRules>) => void
}

const WorkTimes = ({ rules, shifts, groupId, onChange }: TimesProps) => (
  <Section title={t('什么时候上班')} flush>
    <Choice
      label={t('考勤类型')}
      value={rules.kind}
      onChange={(kind) => onChange({ kind })}
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
          onChange={(id) => onChange({ week: rules.week.with(index, id || null) })}
          options={[{ value: '', label: '休息' }, ...shifts.map(({ id, name, times }) => ({ value: id, label: `${name} ${times}` }))]}
        />
      ))}
    {rules.kind === 'fixed' && (
      <Switch
        label={t('按工作日历')}
        text={t('法定节假日休息，调休日上班')}
        value={rules.followsCalendar}
        onChange={(followsCalendar) => onChange({ followsCalendar })}
      />
    )}
    {rules.kind === 'roster' && groupId !== undefined && (
      <Cell title={t('排班表')} onPress={() => go('/pages/attendance/roster', { groupId })} />
    )}
  </Section>
)

type PlacesProps = { rules: GroupRules; places: readonly AttendancePlace[]; onChange: (values: Partial<GroupRules>) => void }

const PunchPlaces = ({ rules, places, onChange }: PlacesProps) => (
  <Section title={t('在哪里打卡')} flush>
    {places.length > 0 && (
      <Choices
        label={t('打卡地点')}
        value={rules.placeIds}
        onChange={(placeIds) => onChange({ placeIds: [...placeIds] })}
        options={places.map(({ id, name }) => ({ value: id, label: name, isOwn: true }))}
        hint={t('不选就是全部打卡地点。')}
      />
    )}
    <Cell title={t('管理打卡地点')} to="/pages/attendance/map" />
    <Switch label={t('允许外勤打卡')} value={rules.fieldAllowed} onChange={(fieldAllowed) => onChange({ fieldAllowed })} />
    {rules.fieldAllowed && (
      <Switch label={t('外勤要拍照')} value={rules.photoOfField} onChange={(photoOfField) => onChange({ photoOfField })} />
    )}
    <Switch
      label={t('离线打卡算数')}
      text={t('没有网络时记在手机上，联网后送出，并标为离线')}
      value={rules.offlineCounts}
      onChange={(offlineCounts) => onChange({ offlineCounts })}
    />
  </Section>
)

const weekdayNames = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const
