import { CloudOff } from 'lucide-react'
import { t } from '../words.ts'
import { Button } from './Button.tsx'

/** What went wrong, in words, and a way to try again. */
export const Problem = ({
  error,
  title = t('没有加载成功'),
  onRetry,
}: {
  error?: unknown
  title?: string
  onRetry?: (() => unknown) | undefined
}) => (
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
