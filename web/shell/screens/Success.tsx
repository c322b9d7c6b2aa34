import { CircleCheckBig, CloudUpload } from 'lucide-react'
import { Button } from '../../look/Button.tsx'
import { Page } from '../../look/Page.tsx'
import { useSearch } from '../../screen.ts'
import { openTab, replaceHref } from '../../travel.ts'
import { t } from '../../words.ts'

/** Something went well, or `waits` for a network. `next` is where one may go on to. */
export default function Success() {
  const { title, text, next, waits } = useSearch('/pages/common/success')
  const Icon = waits ? CloudUpload : CircleCheckBig
  return (
    <Page {...(waits && { title: t('待发送') })}>
      <div role="status" className="flex flex-col items-center px-6 pt-16 text-center">
        <span
          className={`flex size-24 items-center justify-center rounded-full ${waits ? 'bg-accent-soft text-accent' : 'bg-good-soft text-good'}`}
        >
          <Icon size={44} strokeWidth={1.8} aria-hidden />
        </span>
        <p className="mt-6 text-large font-semibold">{title ?? t('操作成功')}</p>
        {text && <p className="mt-2 max-w-80 text-body text-quiet">{text}</p>}
        <div className="mt-10 flex w-full max-w-80 flex-col gap-3">
          {next?.startsWith('/') && (
            <Button size="large" wide onClick={() => replaceHref(next)}>
              {t('查看')}
            </Button>
          )}
          <Button size="large" kind={next ? 'secondary' : 'primary'} wide onClick={() => openTab('/pages/index/index')}>
            {t('回到工作台')}
          </Button>
        </div>
      </div>
    </Page>
  )
}
