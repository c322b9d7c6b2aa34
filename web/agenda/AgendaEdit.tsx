import { MapPin } from 'lucide-react'
import { useState } from 'react'
import { fitsNoDay } from '../../domain/agenda/rule.ts'
import { type AgendaInfo, agendaOperations, attendeesAtMost, scopes, type Scope } from '../../domain/agenda/operations.ts'
import { changedMeanwhile } from '../../domain/operations/define.ts'
import type { Reference } from '../../kernel/fields/reference.ts'
import { useAsk } from '../ask.ts'
import { call, CallError } from '../call.ts'
import { Section } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Choices } from '../look/fields/Choices.tsx'
import { confirm } from '../look/overlays/confirm.ts'
import { DateField, DateTimeField } from '../look/fields/DateField.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { TextArea } from '../look/fields/TextArea.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { toast } from '../look/overlays/toast.ts'
import { FillingNotices } from '../documents/filling/FillingNotices.tsx'
import { valuesIn, type Wrong } from '../documents/filling/filling.ts'
import { type BegunFilling, type FillingIn, useBegun, useFilling } from '../documents/filling/useFilling.ts'
import { choosePlace } from '../maps/choosePlace.ts'
import { ReferencesField } from '../forms/ReferenceField.tsx'
import { useScreen, useWide } from '../screen.ts'
import { back, replaceHref } from '../travel.ts'
import { language, t } from '../words.ts'
import { zoneWithCity } from './zoneWords.ts'
import { BusyBars } from './BusyBars.tsx'
import { offeredZones } from './clocks.ts'
import { type Draft, draftOf, addMinutes, lengthOf, newDraft, sentOf } from './draft.ts'
import { offeredReminders, reminderWords } from './reminderWords.ts'
import { RepeatFields } from './RepeatFields.tsx'
import { hrefOf } from '../frames.ts'
import { WriteButton } from '../licence/WriteButton.tsx'

/**
 * A new event, or one to change. Query: `id` with `occurrence` and `scope` (one, following, all); for a new one `day`, `begin` and `minutes` after
 * midnight, `title`, and `with` who.
 */
export default function AgendaEdit() {
  const { search } = useScreen()
  const { id, occurrence } = search
  const scope = scopes.find((scope) => scope === search['scope']) ?? 'all'
  const { data, error, refetch } = useAsk(
    agendaOperations.info,
    { id: id ?? '', ...(occurrence && { occurrence }) },
    { enabled: id !== undefined, once: true },
  )
  const [fresh] = useState(() => newDraft(search, Date.now()))
  if (id === undefined) return <Form given={fresh} version={0} scope="all" info={undefined} />
  if (!data) return <Pending error={error} onRetry={refetch} />
  if (!data.isOwn)
    return (
      <Page width="form">
        <p className="px-1 text-body text-quiet">{t('只有发起人可以修改这项日程。')}</p>
      </Page>
    )
  return <Form given={draftOf(data, scope)} version={data.version} scope={data.values.rule ? scope : 'all'} info={data} />
}

type FormProps = { given: Draft; version: number; scope: Scope; info: AgendaInfo | undefined }

const shape = valuesIn<Draft>(
  (draft) => draft,
  (draft, values) => ({ ...draft, ...values }),
)

const Form = ({ given, version, scope, info }: FormProps) => {
  const begunFilling = useBegun(shape, { form: given, version }, { id: info?.id })
  return begunFilling && <Editing key={begunFilling.round} begun={begunFilling} scope={scope} info={info} />
}

/** What is wrong before it is sent. */
const wrongIn = (draft: Draft): Wrong | undefined => {
  const wrongAt = (path: string, words: string): Wrong => ({ problems: new Map([[path, words]]), said: words })
  if (draft.title.trim() === '') return wrongAt('title', t('请填写主题'))
  if (!draft.begin) return wrongAt('begin', t('请选择开始时间'))
  if (!draft.end || lengthOf(draft) <= 0) return wrongAt('end', t('结束时间应晚于开始时间'))
  if (lengthOf(draft) > 60 * 1440) return wrongAt('end', t('一次日程最长60天'))
  if (draft.rule && fitsNoDay(draft.rule, draft.begin.slice(0, 10)))
    return wrongAt('rule', t('按这样重复，没有任何一天会发生，请检查重复规则和结束日期'))
  if (draft.attendees.length > attendeesAtMost) return wrongAt('attendees', t('最多邀请200人'))
  return undefined
}

const useEventFilling = (begunFilling: BegunFilling<Draft>, scope: Scope, info: AgendaInfo | undefined): FillingIn<Draft, undefined> =>
  useFilling<Draft>(begunFilling, {
    check: wrongIn,
    submit: async ({ id, form, version, commandId }) => {
      const values = sentOf(form)
      const options = { quiet: true, commandId, fresh: true }
      if (!info) {
        const savedEvent = await call(agendaOperations.save, { id, ...values }, options)
        return () => {
          toast(t('已保存'), 'success')
          replaceHref(hrefOf('/pages/agenda/agedetail', { id, occurrence: savedEvent.occurrence }))
        }
      }
      const { occurrence } = info
      const send = (isConfirmed: boolean) =>
        call(
          agendaOperations.update,
          { id, version, scope, occurrence, confirmed: isConfirmed, ...values },
          isConfirmed ? { ...options, commandId: undefined } : options,
        )
      const saved = await send(false).catch(async (error: unknown) => {
        if (!(error instanceof CallError) || error.reason !== 'agenda.exceptionsLost') throw error
        if (!(await confirm({ title: t('保存后会失去单独的改动'), text: error.message, yes: t('仍然保存'), danger: true }))) throw error
        return send(true)
      })
      return () => {
        toast(t('已保存'), 'success')
        if (saved.id === id && saved.occurrence === occurrence) return back()
        return replaceHref(hrefOf('/pages/agenda/agedetail', { id: saved.id, occurrence: saved.occurrence }))
      }
    },
    overtakenBy: changedMeanwhile,
    theirs: async (id) => {
      const now = await call(agendaOperations.info, { id, ...(info && { occurrence: info.occurrence }) })
      return { form: draftOf(now, scope), version: now.version }
    },
    guarded: info !== undefined,
  })

const titles: Readonly<Record<Scope, string>> = { one: '修改这一次', following: '修改这次及以后', all: '编辑日程' }

const Editing = ({ begun, scope, info }: { begun: BegunFilling<Draft>; scope: Scope; info: AgendaInfo | undefined }) => {
  const wide = useWide()
  const eventFilling = useEventFilling(begun, scope, info)
  const { frame, step, submit } = eventFilling
  return (
    <div ref={frame} className="h-full">
      <Page
        width={wide ? 'page' : 'form'}
        title={info ? t(titles[scope]) : t('新建日程')}
        bottom={
          <WriteButton
            size="large"
            wide
            busy={step !== undefined}
            onClick={() => void submit(undefined)}
            className="wide:w-auto! wide:min-w-32"
          >
            {t('保存')}
          </WriteButton>
        }
      >
        <FillingNotices filling={eventFilling} />
        <div className="wide:grid wide:grid-cols-2 wide:items-start wide:gap-x-6">
          <div>
            <What filling={eventFilling} />
            <When filling={eventFilling} single={scope === 'one'} />
          </div>
          <div>
            {scope !== 'one' && <Who filling={eventFilling} except={info?.id} />}
            {scope !== 'one' && <How filling={eventFilling} />}
            {scope === 'one' && (
              <p className="px-1 text-small text-faint">{t('仅这一次可以改主题、时间、地点和说明；其余跟随整个系列。')}</p>
            )}
          </div>
        </div>
      </Page>
    </div>
  )
}

type PartProps = { filling: FillingIn<Draft, undefined> }

const What = ({ filling: { form, change, problems } }: PartProps) => {
  const set = (part: Partial<Draft>) => change((now) => ({ ...now, ...part }))
  const choose = async () => {
    const point = await choosePlace(form.point ?? undefined)
    if (point) set({ point, place: form.place || point.name || point.address })
  }
  return (
    <Section>
      <TextField label={t('主题')} value={form.title} onChange={(title) => set({ title })} error={problems.get('title')} required />
      <div className="flex items-end">
        <div className="min-w-0 flex-1">
          <TextField
            label={t('地点')}
            value={form.place}
            onChange={(place) => set({ place, ...(place === '' && { point: null }) })}
            placeholder={t('会议室或地址')}
            hint={form.point?.address || undefined}
            error={problems.get('place')}
          />
        </div>
        <IconButton icon={MapPin} label={t('在地图上选择')} onClick={() => void choose()} className="mb-1 mr-2 text-accent-strong" />
      </div>
      <TextArea
        label={t('说明')}
        value={form.notes}
        onChange={(notes) => set({ notes })}
        max={2000}
        lines={2}
        error={problems.get('notes')}
      />
    </Section>
  )
}

const When = ({ filling: { form, change, problems }, single }: PartProps & { single: boolean }) => {
  const set = (part: Partial<Draft>) => change((now) => ({ ...now, ...part }))
  /** The length stays when the beginning moves. */
  const begin = (next: string) =>
    set(
      next && form.begin && form.end && lengthOf(form) > 0
        ? { begin: next, end: form.allDay ? movedDay(form, next) : addMinutes(next, lengthOf(form)) }
        : { begin: next },
    )
  const setAllDay = (allDay: boolean) =>
    set(
      allDay
        ? { allDay, begin: `${form.begin.slice(0, 10)} 00:00`, end: `${form.end.slice(0, 10)} 00:00`, reminders: [-540] }
        : { allDay, begin: `${form.begin.slice(0, 10)} 09:00`, end: `${form.begin.slice(0, 10)} 10:00`, reminders: [15] },
    )
  return (
    <Section>
      {!single && <Switch label={t('全天')} value={form.allDay} onChange={setAllDay} />}
      {form.allDay ? (
        <>
          <DateField
            label={t('开始')}
            value={form.begin.slice(0, 10)}
            onChange={(day) => begin(day && `${day} 00:00`)}
            required
            error={problems.get('begin')}
          />
          <DateField
            label={t('结束')}
            value={form.end.slice(0, 10)}
            min={form.begin.slice(0, 10)}
            onChange={(day) => set({ end: day && `${day} 00:00` })}
            required
            error={problems.get('end')}
          />
        </>
      ) : (
        <>
          <DateTimeField label={t('开始')} value={form.begin} onChange={begin} required error={problems.get('begin')} />
          <DateTimeField label={t('结束')} value={form.end} onChange={(end) => set({ end })} required error={problems.get('end')} />
        </>
      )}
      {!single && !form.allDay && (
        <Choice
          label={t('时区')}
          value={form.zone}
          onChange={(zone) => set({ zone })}
          options={offeredZones().map((zone) => ({ value: zone, label: zoneWithCity(zone, language()) }))}
          required
        />
      )}
      {!single && <RepeatFields rule={form.rule} begin={form.begin} onChange={(rule) => set({ rule })} error={problems.get('rule')} />}
    </Section>
  )
}

const movedDay = (form: Draft, begin: string): string => addMinutes(begin, lengthOf(form) - 1440)

const Who = ({ filling: { form, change, problems }, except }: PartProps & { except: string | undefined }) => {
  const set = (part: Partial<Draft>) => change((now) => ({ ...now, ...part }))
  const minutes = lengthOf(form)
  return (
    <Section>
      <ReferencesField
        label={t('参与人')}
        control={participants}
        value={form.attendees}
        onChange={(attendees) => set({ attendees })}
        error={problems.get('attendees')}
      />
      {!form.allDay && form.begin && form.end && minutes > 0 && (
        <BusyBars
          {...{ minutes, except }}
          begin={form.begin}
          zone={form.zone}
          attendees={form.attendees}
          onBegin={(begin) => set({ begin, end: addMinutes(begin, minutes) })}
        />
      )}
    </Section>
  )
}

const participants: Reference = { type: 'reference', to: 'person', many: true }

const How = ({ filling: { form, change } }: PartProps) => {
  const set = (part: Partial<Draft>) => change((now) => ({ ...now, ...part }))
  const offeredMinutes = [...new Set([...offeredReminders(form.allDay), ...form.reminders])]
  return (
    <Section>
      <Choices
        label={t('提醒')}
        value={form.reminders.map(String)}
        onChange={(minutes) =>
          minutes.length > 5 ? toast(t('最多{max}个提醒', { max: 5 }), 'error') : set({ reminders: minutes.map(Number) })
        }
        options={offeredMinutes.map((minutes) => ({ value: String(minutes), label: reminderWords(minutes, form.allDay) }))}
      />
      <Choice
        label={t('可见范围')}
        value={form.visibility}
        onChange={(visibility) => set({ visibility })}
        options={[
          { value: 'full', label: '同事可见主题' },
          { value: 'busy', label: '同事只见忙碌' },
          { value: 'private', label: '私密' },
        ]}
        required
      />
    </Section>
  )
}
