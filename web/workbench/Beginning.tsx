import { ChevronRight, Rocket } from 'lucide-react'
import type { BeginningAnswer } from '../../domain/organisation/beginningOperations.ts'
import { Notice } from '../look/Notice.tsx'
import { go } from '../travel.ts'
import { t } from '../words.ts'

/** On the workbench of an administrator: what the company has still to do before it works, and which delivered flows it may take. */
export default function Beginning({ answer }: { answer: BeginningAnswer }) {
  return (
    <>
      {!answer.begun && <Steps answer={answer} />}
      <Delivered {...answer.delivered} />
    </>
  )
}

/** What came with a newer version of the program and no one has taken yet. */
const Delivered = ({ newer, missing }: BeginningAnswer['delivered']) => {
  const words = [newer > 0 && t('{n} 个流程有新模板', { n: newer }), missing > 0 && t('{n} 个推荐流程还没有安装', { n: missing })].filter(
    (each) => each !== false,
  )
  if (words.length === 0) return null
  return <Notice text={words.join(t('，'))} action={t('去查看')} onPress={() => go('/pages/flow/flowlist')} />
}

const Steps = ({ answer: data }: { answer: BeginningAnswer }) => {
  const over = data.steps.filter(({ done, skipped }) => done || skipped).length
  return (
    <button
      type="button"
      onClick={() => go('/pages/user/beginning')}
      className="pressable flex w-full items-center gap-3 rounded-card bg-card px-4 py-3 text-left shadow-lift"
    >
      <span className="flex size-11 shrink-0 items-center justify-center rounded-[0.875rem] bg-good-soft text-good">
        <Rocket size={22} aria-hidden />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-title font-medium">{t('开始使用')}</span>
        <span className="mt-1.5 block h-1.5 overflow-hidden rounded-full bg-sunken" aria-hidden>
          <span className="block h-full rounded-full bg-good" style={{ width: `${(over / data.steps.length) * 100}%` }} />
        </span>
        <span className="mt-1 block text-small text-quiet">{t('已完成{over}步，共{all}步', { over, all: data.steps.length })}</span>
      </span>
      <ChevronRight size={18} className="shrink-0 text-faint" aria-hidden />
    </button>
  )
}
