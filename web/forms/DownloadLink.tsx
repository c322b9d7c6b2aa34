import { ArrowDownToLine } from 'lucide-react'
import { t } from '../words.ts'

/** Leads to a file that the browser writes to the disk while it comes, which only a link can do. */
export const DownloadLink = ({ href }: { href: string }) => (
  <a
    href={href}
    download
    className="inline-flex h-11 flex-1 items-center justify-center gap-1.5 rounded-control bg-sunken px-5 text-body font-medium text-ink transition hover:brightness-97 active:scale-[0.98] wide:flex-none dark:hover:brightness-110"
  >
    <ArrowDownToLine size={18} aria-hidden />
    {t('下载')}
  </a>
)
