import { CloudOff, SearchX } from 'lucide-react'
import { t } from '../words.ts'
import { Button } from './Button.tsx'
import { Empty } from './Empty.tsx'

type Props = { error?: unknown; title?: string; onRetry?: (() => unknown) | undefined }

/**
 * What went wrong, in words, and a way to try again. What is not there for the reader, or cannot be, as an address with a broken id
 * names it, is told as that: trying again would not help.
 */
export const Problem = (props: Props) => {
  const { status, reason } = (props.error ?? {}) as { status?: unknown; reason?: unknown }
  return status === 404 || reason === 'request.malformed' ? <NotThere /> : <Failed {...props} />
}

const NotThere = () => (
  <div role="alert">
    <Empty icon={SearchX} title={t('没有找到要看的内容')} text={t('它可能已被删除，或者您没有查看的权限。')} />
  </div>
)

const Failed = ({ error, title = t('没有加载成功'), onRetry }: Props) => (
  <div role="alert" className="flex flex-col items-center px-8 py-16 text-center">
    <span className="flex size-20 items-center justify-center rounded-full bg-bad-soft text-bad">
      <CloudOff size={34} strokeWidth={1.5} aria-hidden />
    </span>
    <p className="mt-4 text-title font-medium">{title}</p>
    <p className="mt-1.5 max-w-80 break-words text-body text-quiet">
      {error instanceof Error ? error.message : t('服务暂时不可用，请稍后再试')}
    </p>
    {onRetry && (
      <Button kind="secondary" className="mt-6" onClick={() => void onRetry()}>
        {t('重试')}
      </Button>
    )}
  </div>
)
