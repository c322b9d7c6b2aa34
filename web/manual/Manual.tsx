import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../look/Button.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Empty } from '../look/Empty.tsx'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { Page } from '../look/Page.tsx'
import { useResources, useSearch } from '../screen.ts'
import { recentVisits, useSession } from '../session/session.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'
import { pathOf } from '../workbench/MenuGroup.tsx'
import { foundIn, type Topic, topicsAbout } from './manual.ts'

/** The manual: what each role does, step by step; what the screen is about that one came from stands first. */
export default function Manual() {
  const { of } = useSearch('/pages/help')
  const { uid } = useSession()
  const [words, setWords] = useState('')
  const near = words === '' ? topicsAbout(of ?? recentVisits(uid)[0]?.path ?? '') : []
  const chapters = foundIn(words, t)
  return (
    <Page width="form">
      <SearchBox value={words} onSearch={setWords} placeholder={t('搜索手册')} />
      {words === '' && (
        <Card className="my-4">
          <p className="text-body text-quiet">{t('在册记录资产与耗材从采购到处置的每一步。按角色和要做的事查找，或直接搜索。')}</p>
        </Card>
      )}
      {near.length > 0 && (
        <Section title={t('与刚才的页面有关')}>
          {near.map((topic) => (
            <Answer key={topic.question} topic={topic} isOpen />
          ))}
        </Section>
      )}
      {chapters.map(({ title, topics }) => (
        <Section key={title} title={t(title)}>
          {topics.map((topic) => (
            <Answer key={`${topic.question} ${words}`} topic={topic} isOpen={words !== ''} />
          ))}
        </Section>
      ))}
      {chapters.length === 0 && <Empty title={t('手册里没有“{text}”', { text: words })} />}
    </Page>
  )
}

const Answer = ({ topic: { question, steps, to }, isOpen }: { topic: Topic; isOpen: boolean }) => {
  const isInMenu = (useResources() ?? []).some((entry) => pathOf(entry) === to)
  return (
    <details open={isOpen} className="group/topic border-b border-line px-4 last:border-none">
      <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between gap-3 py-2 text-body [&::-webkit-details-marker]:hidden">
        {t(question)}
        <span className="text-large text-faint transition-transform group-open/topic:rotate-45" aria-hidden>
          +
        </span>
      </summary>
      <ol className="list-decimal space-y-1.5 pb-4 pl-5 text-body text-quiet">
        {steps.map((step) => (
          <li key={step}>{t(step)}</li>
        ))}
      </ol>
      {to !== undefined && isInMenu && (
        <div className="pb-4">
          <Button kind="secondary" size="small" icon={ArrowRight} onClick={() => goHref(to)}>
            {t('打开这个页面')}
          </Button>
        </div>
      )}
    </details>
  )
}
