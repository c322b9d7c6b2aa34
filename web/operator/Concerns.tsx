import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { Card, Section } from '../look/Card.tsx'
import { t } from '../words.ts'
import type { Concern } from './concerns.ts'

/** What is to be seen to, each with what to do; or that all is well. */
export const Concerns = ({ concerns }: { concerns: readonly Concern[] }) =>
  concerns.length === 0 ? (
    <Card className="mb-4 flex items-center gap-3">
      <CircleCheck size={24} className="shrink-0 text-good" aria-hidden />
      <span className="text-body font-medium">{t('一切正常')}</span>
    </Card>
  ) : (
    <Section title={t('需要处理')}>
      {concerns.map((concern) => (
        <Row key={concern.title} concern={concern} />
      ))}
    </Section>
  )

const Row = ({ concern: { tone, title, todo, words } }: { concern: Concern }) => {
  const Icon = tone === 'bad' ? CircleAlert : TriangleAlert
  return (
    <div className="group/cell flex gap-3 pl-4">
      <Icon size={20} className={`mt-3 shrink-0 ${tone === 'bad' ? 'text-bad' : 'text-warn'}`} aria-hidden />
      <div className="min-w-0 flex-1 border-b border-line py-2.5 pr-4 group-last/cell:border-transparent">
        <p className="text-body font-medium">{title}</p>
        {words && <Words text={words} />}
        <p className="mt-0.5 text-small text-quiet">{todo}</p>
      </div>
    </div>
  )
}

/** What the program said, as it said it. */
export const Words = ({ text }: { text: string }) => (
  <p className="my-1 max-h-40 select-text overflow-y-auto whitespace-pre-wrap break-words rounded-control bg-sunken px-3 py-2 font-mono text-small text-quiet">
    {text}
  </p>
)
