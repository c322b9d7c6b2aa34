import { useState } from 'react'
import type { OwnField } from '../../domain/records/ownFields/ownField.ts'
import { ownFieldApplying, ownFieldArrange } from '../../domain/records/ownFields/ownFieldOperations.ts'
import { category, type Noun } from '../../kernel/field.ts'
import { presetOf } from '../../kernel/fields/kinds.ts'
import { kindLooks } from '../approval/design/form/kindLook.ts'
import { useAsk } from '../ask.ts'
import { FieldControl } from '../forms/FieldControl.tsx'
import { useName } from '../forms/names.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { Tag } from '../look/Tag.tsx'
import { useSend } from '../send.ts'
import { t, useLanguage } from '../words.ts'
import { fieldHasWords } from './ownFieldSearch.ts'

/** More fields than these are searched. */
const searchedFrom = 12
/** So many are drawn at once. */
const pageLength = 100

const categoryFilter = category('资产分类', { required: 'never', filter: { catKind: 'asset' }, hint: '只看这个分类的资产有的字段' })

type RowsProps = { noun: Noun; fields: readonly OwnField[]; onOpen: (field: OwnField) => void }

/** The fields in their order, found by their names and by the category whose assets have them. */
export const FieldRows = ({ noun, fields, onOpen }: RowsProps) => {
  const [words, setWords] = useState('')
  const [catId, setCatId] = useState('')
  const applicableFields = useAsk(ownFieldApplying, { catId }, { enabled: catId !== '', keep: true }).data
  const isNarrowed = words !== '' || catId !== ''
  const shownFields = fields.filter((field) => fieldHasWords(field, words) && (catId === '' || applicableFields?.keys.includes(field.key)))
  return (
    <>
      {fields.length >= searchedFrom && (
        <>
          <div className="pb-3">
            <SearchBox value={words} onSearch={setWords} placeholder={t('搜索字段名称')} />
          </div>
          {noun === 'asset' && (
            <Section>
              <FieldControl field={categoryFilter} value={catId} onChange={(value) => setCatId(typeof value === 'string' ? value : '')} />
            </Section>
          )}
        </>
      )}
      {shownFields.length === 0 ? (
        <p role="status" className="px-1 pb-4 text-small text-faint">
          {t('没有找到字段')}
        </p>
      ) : (
        <SortedRows key={`${words} ${catId}`} noun={noun} fields={shownFields} canArrange={!isNarrowed} onOpen={onOpen} />
      )}
    </>
  )
}

/** While fields are put in order each has a button that moves it up. */
const SortedRows = ({ noun, fields, canArrange, onOpen }: RowsProps & { canArrange: boolean }) => {
  const [isArranging, setArranging] = useState(false)
  const [shownCount, setShownCount] = useState(pageLength)
  const { send } = useSend(ownFieldArrange)
  const moveUp = (index: number) => {
    const keys = fields.map(({ key }) => key)
    const [key] = keys.splice(index, 1)
    if (key) void send({ noun, keys: keys.toSpliced(index - 1, 0, key) }).catch(() => undefined)
  }
  return (
    <Section
      title={t('{count}个字段', { count: fields.length })}
      right={
        canArrange &&
        fields.length > 1 && (
          <Button size="small" kind="plain" onClick={() => setArranging(!isArranging)}>
            {t(isArranging ? '完成' : '调整顺序')}
          </Button>
        )
      }
    >
      {fields.slice(0, shownCount).map((field, index) => (
        <FieldRow
          key={field.key}
          field={field}
          onPress={isArranging ? () => index > 0 && moveUp(index) : () => onOpen(field)}
          {...(isArranging && { action: index > 0 ? t('上移') : '' })}
        />
      ))}
      {fields.length > shownCount && (
        <Button kind="plain" wide onClick={() => setShownCount(shownCount + pageLength)}>
          {t('显示更多')}
        </Button>
      )}
    </Section>
  )
}

type RowProps = { field: OwnField; onPress: () => void; action?: string }

export const FieldRow = ({ field, onPress, action }: RowProps) => {
  const { icon, title } = kindLooks[presetOf(field.control)]
  const [label, otherLabel] =
    useLanguage() === 'en' && field.englishLabel ? [field.englishLabel, field.label] : [field.label, field.englishLabel]
  const details = [t(title), field.unit, otherLabel, useCategoryWords(field.categoryIds)]
  return (
    <Cell
      icon={icon}
      title={label}
      text={details.filter(Boolean).join(' · ')}
      value={action ?? <FieldTags field={field} />}
      onPress={onPress}
    />
  )
}

/** The category whose assets have a field, and how many where they are several. */
const useCategoryWords = (categoryIds: OwnField['categoryIds']): string => {
  const [firstId] = categoryIds
  const firstName = useName('category', categoryIds.length === 1 ? firstId : undefined)
  return categoryIds.length > 1 ? t('{count}个分类', { count: categoryIds.length }) : firstName
}

const FieldTags = ({ field: { isRequired, isUnique, isCounted, isOnLines, isSensitive } }: { field: OwnField }) => (
  <span className="flex flex-wrap justify-end gap-1">
    {isRequired && <Tag tone="accent">{t('必填')}</Tag>}
    {isUnique && <Tag>{t('要求唯一')}</Tag>}
    {isCounted && <Tag>{t('盘点')}</Tag>}
    {isOnLines && <Tag>{t('单据')}</Tag>}
    {isSensitive && <Tag tone="warn">{t('敏感')}</Tag>}
  </span>
)
