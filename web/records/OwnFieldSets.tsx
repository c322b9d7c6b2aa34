import { useState } from 'react'
import { category } from '../../domain/records/category.ts'
import { deliveredCategories } from '../../domain/records/classification.ts'
import { categoryDeliver, recordOperations } from '../../domain/records/operations.ts'
import { ownFieldDeliver } from '../../domain/records/ownFields/ownFieldOperations.ts'
import { ownFieldSets } from '../../domain/records/ownFields/ownFieldSets.ts'
import { asTexts } from '../../kernel/field.ts'
import type { Id } from '../../kernel/id.ts'
import { presetOf } from '../../kernel/fields/kinds.ts'
import { kindLooks } from '../approval/design/form/kindLook.ts'
import { useAsk } from '../ask.ts'
import { CallError } from '../call.ts'
import { FieldControl } from '../forms/FieldControl.tsx'
import { ignoreCallError } from '../ignoreCallError.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Value } from '../look/Cell.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Notice } from '../look/Notice.tsx'
import { useSend } from '../send.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { t } from '../words.ts'
import { categoriesField } from './OwnFieldEditor.tsx'

/** The delivered sets of fields, for the cards that public bodies keep: one is added to the categories that it is about. */
export const OwnFieldSets = ({ onDone }: { onDone: () => void }) => {
  const [key, setKey] = useState(ownFieldSets[0]?.key ?? '')
  const [chosenIds, setChosenIds] = useState<readonly string[]>()
  const deliverCall = useSend(ownFieldDeliver, { done: '成套字段已启用' })
  const set = ownFieldSets.find((fieldSet) => fieldSet.key === key)
  const { classId, isMissing } = useCategoryOf(set?.classCode)
  const mayTakeClasses = useAllowed()('gscat:save')
  const classesCall = useSend(categoryDeliver, { done: '标准分类已启用' })
  const categoryIds = chosenIds ?? (classId === undefined ? [] : [classId])
  const choose = (next: string) => {
    setKey(next)
    setChosenIds(undefined)
  }
  const add = async () => {
    try {
      await deliverCall.send({ set: key, categoryIds: [...categoryIds] })
      onDone()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  return (
    <>
      <div className="scroller min-h-0 flex-1">
        {isMissing && categoryIds.length === 0 && mayTakeClasses && (
          <Notice
            text={t('标准分类“{name}”还没有启用', { name: deliveredNameOf(set?.classCode) })}
            action={t('启用标准分类')}
            onPress={() => void classesCall.send({ kind: 'asset' }).catch(ignoreCallError)}
          />
        )}
        <Section>
          <Choice
            label={t('卡片')}
            required
            value={key}
            onChange={choose}
            options={ownFieldSets.map(({ key: value, title }) => ({ value, label: title }))}
          />
          <FieldControl
            field={{ ...categoriesField('含下级分类'), required: 'always' }}
            value={categoryIds}
            onChange={(value) => setChosenIds(asTexts(value))}
          />
        </Section>
        <Section title={t('包含的字段')} note={t('启用后可以逐个修改或停用；同名的字段已存在时只加上分类。')}>
          {set?.fields.map(({ label, control, isRequired, isUnique }) => (
            <Value key={label} label={t(label)}>
              {[t(kindLooks[presetOf(control)].title), isRequired && t('必填'), isUnique && t('要求唯一')].filter(Boolean).join(' · ')}
            </Value>
          ))}
        </Section>
      </div>
      <div className="shrink-0 pt-3">
        <Button size="large" wide busy={deliverCall.sending} disabled={categoryIds.length === 0} onClick={() => void add()}>
          {t('启用')}
        </Button>
      </div>
    </>
  )
}

const deliveredNameOf = (classCode: string | undefined): string => deliveredCategories.asset.find(([code]) => code === classCode)?.[1] ?? ''

/** The category of the organisation that is a class of the delivered classification, or that it is known to have none. */
const useCategoryOf = (classCode: string | undefined): { readonly classId: Id | undefined; readonly isMissing: boolean } => {
  const { data } = useAsk(
    recordOperations(category).list,
    { pageSize: 1, where: [{ key: 'catCode', is: 'eq', value: classCode ?? '' }] },
    { enabled: classCode !== undefined, staleMs: 60_000 },
  )
  const classId = classCode === undefined ? undefined : data?.list[0]?.id
  return { classId, isMissing: data !== undefined && classId === undefined }
}
