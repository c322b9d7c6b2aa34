import type { ReactNode } from 'react'
import { fileUrl } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { setLanguage, useLanguage } from '../words.ts'

type Props = {
  title: string
  text?: ReactNode
  /** A stored picture of the organisation whose door it is; ours where absent. */
  picture?: string | undefined
  children: ReactNode
}

/** A page before the house: one column, who one is at, and one thing to do. */
export const DoorPage = ({ title, text, picture, children }: Props) => {
  const language = useLanguage()
  return (
    <main className="scroller h-full bg-page">
      <div className="mx-auto flex min-h-full w-full max-w-105 flex-col px-6 pb-6 pt-safe wide:justify-center">
        <div className="flex justify-end pt-2">
          <Button kind="plain" size="small" onClick={() => void setLanguage(language === 'zh' ? 'en' : 'zh')}>
            {language === 'zh' ? 'English' : '中文'}
          </Button>
        </div>
        <div className="flex flex-col items-center pb-7 pt-[4vh] text-center">
          <img
            src={picture ? fileUrl(picture) : '/icons/icon.svg'}
            alt=""
            width={64}
            height={64}
            className="size-16 rounded-card object-cover"
          />
          <h1 className="mt-4 text-large font-semibold">{title}</h1>
          {text && <p className="mt-1.5 text-body text-quiet">{text}</p>}
        </div>
        {children}
      </div>
    </main>
  )
}

/** What is wrong with what was filled in, where it is said. */
export const DoorWords = ({ problem }: { problem: string }) => (
  <p role="alert" className={`min-h-5 px-1 py-2 text-small text-bad ${problem ? 'arrive-up' : ''}`}>
    {problem}
  </p>
)
