import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { eventRulePreview } from '../../domain/eventRules/operations.ts'
import { call, CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { t } from '../words.ts'
import type { RuleDraft } from './useRuleDraft.ts'

/** How many of the last events a draft would have met, asked by a press. */
export const RulePreview = ({ draft }: { draft: RuleDraft }) => {
  const { subject, event, field, documentKind, daysBefore, where } = draft
  const question = { title: '-', subject, event, field, documentKind, daysBefore, where }
  const [sentQuestion, setSentQuestion] = useState<typeof question>()
  const isCurrent = sentQuestion !== undefined && JSON.stringify(sentQuestion) === JSON.stringify(question)
  const { data, error, isFetching } = useQuery({
    queryKey: [eventRulePreview.name, sentQuestion],
    queryFn: sentQuestion ? ({ signal }) => call(eventRulePreview, sentQuestion, { signal, quiet: true }) : skipToken,
  })
  return (
    <Section title={t('试算')} note={t('按记录现在的内容判断，不会真的执行。')}>
      <div className="flex flex-col gap-3 px-4 py-3">
        {isCurrent && data && (
          <p role="status" className="text-body">
            {data.events === 0
              ? t('最近没有发生过这样的事件。')
              : t('最近{events}次事件中，有{matched}次符合。', { events: data.events, matched: data.matched })}
            {data.examples.length > 0 && (
              <span className="mt-1 block text-small text-quiet">{t('例如：{names}', { names: data.examples.join(t('、')) })}</span>
            )}
          </p>
        )}
        {isCurrent && error instanceof CallError && (
          <p role="alert" className="text-body text-bad">
            {error.message}
          </p>
        )}
        <Button kind="secondary" busy={isFetching} onClick={() => setSentQuestion(question)}>
          {t('试算最近的事件')}
        </Button>
      </div>
    </Section>
  )
}
