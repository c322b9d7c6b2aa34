import { useState } from 'react'
import { countedFieldsOf, type OwnColumn } from '../../domain/counting/ownColumns.ts'
import type { CountPlan } from '../../domain/counting/plan.ts'
import { isEmpty, readValues } from '../../kernel/field.ts'
import type { Id } from '../../kernel/id.ts'
import type { Count } from './device/count.ts'
import type { Draft } from './device/journal.ts'
import type { PackItem } from './device/pack.ts'
import { initials } from './device/search.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { t } from '../words.ts'
import { FieldControl } from '../forms/FieldControl.tsx'
import { useRecordKind } from '../records/useRecordKind.ts'
import { TakePicture } from './TakePicture.tsx'
import { useBusy } from '../writing.ts'

/** Whether a plan asks for more than a scan of something. */
export const asksMore = ({ plan }: Count['index']['head'], item: PackItem, differs: boolean): { confirms: boolean; photo: boolean } => ({
  confirms: plan.confirms.some((field) => field !== 'department' && (field !== 'ownFields' || mayAskOwn(plan, item))),
  photo: item.photo || plan.photo === 'always' || (plan.photo === 'difference' && differs),
})

/** False where the plan chose own fields and the thing has none of them. */
const mayAskOwn = ({ ownFields = [] }: CountPlan, { kind, ownKeysNotApplied }: PackItem): boolean =>
  kind === 'asset' && (ownFields.length === 0 || ownFields.some((key) => !ownKeysNotApplied.includes(key)))

type Props = {
  thing: PackItem | undefined
  photo: boolean
  count: Count
  onClose: () => void
  onDone: (values: Partial<Draft>) => Promise<void>
  onPicture: (picture: Blob) => Promise<boolean>
}

/** What the plan wants to know of a piece that was just seen. It counts already; this is said besides. */
export const ConfirmSheet = (props: Props) => (
  <Sheet open={props.thing !== undefined} onClose={props.onClose} title={props.thing?.name ?? ''}>
    {props.thing && <Asked key={props.thing.key} {...props} thing={props.thing} />}
  </Sheet>
)

const Asked = ({ thing, photo, count: { index }, onDone, onPicture }: Props & { thing: PackItem }) => {
  const { plan } = index.head
  const { confirms } = plan
  const [condition, setCondition] = useState<string>(conditions[0])
  const [holder, setHolder] = useState<Id | undefined>(thing.holder)
  const [ownValues, setOwnValues] = useState(thing.ownValues)
  const ownFields = useCountedFields(plan, thing)
  const [pictures, setPictures] = useState(0)
  const [busy, setBusy] = useBusy()
  const confirmItem = async () => {
    setBusy(true)
    await onDone({
      ...(confirms.includes('condition') && { condition }),
      ...(confirms.includes('holder') && holder !== undefined && { holder }),
      ...correctedValues(ownFields, thing.ownValues, ownValues),
    })
    setBusy(false)
  }
  return (
    <>
      <p className="px-1 pb-3 text-small text-quiet">{thing.code}</p>
      {confirms.includes('condition') && (
        <Section>
          <Choice
            label={t('完好程度')}
            value={condition}
            onChange={setCondition}
            options={conditions.map((value) => ({ value, label: value }))}
          />
        </Section>
      )}
      {confirms.includes('holder') && <Holder index={index} value={holder} onChange={setHolder} />}
      {ownFields.length > 0 && (
        <Section title={t('登记的内容，不对就改过来')}>
          {ownFields.map(([key, field]) => (
            <FieldControl
              key={key}
              field={field}
              value={ownValues[key]}
              onChange={(value) => setOwnValues((now) => ({ ...now, [key]: value }))}
            />
          ))}
        </Section>
      )}
      {photo && (
        <TakePicture
          taken={pictures}
          onTaken={async (picture) => {
            if (await onPicture(picture)) setPictures((before) => before + 1)
          }}
        />
      )}
      <Button size="large" wide busy={busy} disabled={photo && pictures === 0} onClick={() => void confirmItem()}>
        {photo && pictures === 0 ? t('请先拍照') : t('确认')}
      </Button>
    </>
  )
}

/** The own fields of a piece that the plan has confirmed. */
const useCountedFields = (plan: CountPlan, { kind, ownKeysNotApplied }: PackItem): readonly OwnColumn[] => {
  const assetKind = useRecordKind('asset', plan.confirms.includes('ownFields') && kind === 'asset')
  return assetKind ? countedFieldsOf(assetKind, plan).filter(([key]) => !ownKeysNotApplied.includes(key)) : []
}

/** What is said of own fields that the books say otherwise, as far as it can be read. */
const correctedValues = (
  ownFields: readonly OwnColumn[],
  before: PackItem['ownValues'],
  now: PackItem['ownValues'],
): Pick<Draft, 'ownValues'> => {
  const changedFields = ownFields.filter(([key]) => !isEmpty(now[key]) && JSON.stringify(now[key]) !== JSON.stringify(before[key]))
  const { values } = readValues(
    Object.fromEntries(changedFields),
    Object.fromEntries(changedFields.map(([key]) => [key, now[key]])),
    'draft',
  )
  return changedFields.length > 0 && Object.keys(values).length > 0 ? { ownValues: values as NonNullable<Draft['ownValues']> } : {}
}

const conditions = ['完好', '有损坏', '不能使用'] as const

/** The person who has it: as the books say, or another person. */
const Holder = ({ index, value, onChange }: { index: Count['index']; value: Id | undefined; onChange: (holder: Id) => void }) => {
  const [word, setWord] = useState('')
  const [isChanging, setChanging] = useState(false)
  const wantedWord = word.toLowerCase()
  const people =
    wantedWord === ''
      ? []
      : index.head.people.filter(([, name]) => name.toLowerCase().includes(wantedWord) || initials(name).startsWith(wantedWord)).slice(0, 8)
  return (
    <Section title={t('使用人')} flush={false}>
      <div className="flex items-center justify-between gap-3">
        <span className="text-body">{value === undefined ? t('账面没有使用人') : (index.person(value) ?? '')}</span>
        {!isChanging && (
          <Button kind="plain" size="small" onClick={() => setChanging(true)}>
            {t('不是这个人')}
          </Button>
        )}
      </div>
      {isChanging && (
        <div className="pt-3">
          <SearchBox value={word} onSearch={setWord} placeholder={t('姓名或拼音首字母')} delayMs={100} autoFocus />
          {people.map(([id, name]) => (
            <button
              key={id}
              type="button"
              onClick={() => {
                onChange(id)
                setChanging(false)
                setWord('')
              }}
              className="pressable block min-h-11 w-full border-b border-line px-1 text-left text-body last:border-none"
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </Section>
  )
}
