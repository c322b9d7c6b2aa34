import { useState } from 'react'
import type { LicenceAsked, LicenceKind } from '../../domain/operator/operations.ts'
import { Section } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { MoneyField } from '../look/fields/MoneyField.tsx'
import { NumberField } from '../look/fields/NumberField.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { t } from '../words.ts'

type Draft = {
  readonly kind: LicenceKind
  readonly from: string
  readonly assets: string
  readonly days: string
  readonly title: string
  readonly price: string
}

const kinds = [
  { value: 'own', label: '自用' },
  { value: 'trial', label: '试用' },
  { value: 'bought', label: '按约定' },
] as const

const notes: Readonly<Record<LicenceKind, string>> = {
  own: '资产数量和期限都不限。',
  trial: '30天，最多10件资产。',
  bought: '有多个套餐时，资产数量最多的生效。',
}

/** What a licence is to be, and what of it is sent. */
export const useLicenceDraft = (kind: LicenceKind, from: 'today' | 'end' = 'today') => {
  const [draft, setDraft] = useState<Draft>({ kind, from, assets: '500', days: '365', title: '', price: '' })
  const licence: LicenceAsked =
    draft.kind === 'bought'
      ? {
          kind: 'bought',
          from: draft.from === 'end' ? 'end' : 'today',
          assets: Number(draft.assets),
          days: Number(draft.days),
          ...(draft.title.trim() && { title: draft.title.trim() }),
          ...(draft.price && { price: draft.price }),
        }
      : { kind: draft.kind, from: draft.from === 'end' ? 'end' : 'today' }
  return { draft, setDraft, asked: licence }
}

const beginnings = [
  { value: 'today', label: '今天起' },
  { value: 'end', label: '接在现有套餐之后' },
]

/** `renews`: there is a licence that it may follow. */
export const LicenceFields = ({
  draft,
  setDraft,
  renews = false,
}: Pick<ReturnType<typeof useLicenceDraft>, 'draft' | 'setDraft'> & { renews?: boolean }) => (
  <Section title={t('套餐')} note={t(notes[draft.kind])}>
    <Choice label={t('类型')} value={draft.kind} options={kinds} onChange={(kind) => setDraft({ ...draft, kind })} required />
    {renews && (
      <Choice label={t('开始')} value={draft.from} options={beginnings} onChange={(from) => setDraft({ ...draft, from })} required />
    )}
    {draft.kind === 'bought' && (
      <>
        <NumberField
          label={t('资产数量')}
          value={draft.assets}
          onChange={(assets) => setDraft({ ...draft, assets })}
          min={1}
          max={9_999_999}
          step={100}
          required
        />
        <NumberField label={t('天数')} value={draft.days} onChange={(days) => setDraft({ ...draft, days })} min={1} max={36_500} required />
        <TextField
          label={t('套餐名称')}
          value={draft.title}
          onChange={(title) => setDraft({ ...draft, title })}
          placeholder={t('{days}天', { days: draft.days })}
          maxLength={20}
        />
        <MoneyField label={t('价格')} value={draft.price} onChange={(price) => setDraft({ ...draft, price })} />
      </>
    )}
  </Section>
)
