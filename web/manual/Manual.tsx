import { ArrowRight, BookOpen } from 'lucide-react'
import { useState } from 'react'
import { host } from '../../hosts/here.ts'
import { Button } from '../look/Button.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Empty } from '../look/Empty.tsx'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { Page } from '../look/Page.tsx'
import { useResources, useSearch } from '../screen.ts'
import { recentVisits, useSession } from '../session/session.ts'
import { goHref } from '../travel.ts'
import { language, t } from '../words.ts'
import { pathOf } from '../workbench/MenuGroup.tsx'
import { chapterOf, foundIn, pictureOf, topicsAbout } from './manual.ts'
import type { Topic } from './topic.ts'

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
      {words === '' && (
        <Card flush>
          <Cell
            icon={BookOpen}
            tint="#0068d6"
            title={t('网页版手册')}
            text={t('适合打印和分享，含部署和接口')}
            onPress={() => host.open(`${host.address}/handbook/${language()}/index.html`)}
          />
        </Card>
      )}
      {chapters.length === 0 && <Empty title={t('手册里没有“{text}”', { text: words })} />}
    </Page>
  )
}

const Answer = ({ topic, isOpen }: { topic: Topic; isOpen: boolean }) => {
  const { question, steps, to } = topic
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
      {to !== undefined && <TopicPicture topic={topic} screen={to} />}
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

/** The screen where a topic is done, as the handbook has it; a picture of a closed answer is not fetched. */
const TopicPicture = ({ topic, screen }: { topic: Topic; screen: string }) => {
  const chapter = chapterOf(topic)
  return (
    <img
      className={`mb-4 rounded-card border border-line ${chapter.device === 'phone' ? 'w-56' : 'w-full'}`}
      src={`handbook/pictures/${language()}/${pictureOf(chapter, screen)}`}
      alt=""
      loading="lazy"
    />
  )
}
