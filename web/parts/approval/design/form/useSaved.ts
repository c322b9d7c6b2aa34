import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type FormDesign, parseFormDesign } from '../../../../../domain/approval/form/formDesign.ts'
import { formOperations } from '../../../../../domain/operations/forms.ts'
import { call, CallError } from '../../../../call.ts'
import { toast } from '../../../../look/toast.ts'
import { useLeaveGuard } from '../../../../screen.ts'
import { t } from '../../../../words.ts'

/** What is designed of a form. */
export type Content = { readonly design: FormDesign; readonly formName: string; readonly note: string }

const pauseMs = 1200
const retryMs = 5000

/** Saves what is designed once working on it pauses, and at once when it is left. `flush` answers the revision that was saved. */
export const useSaved = (formKey: string, content: Content, begunRevision: number) => {
  const [status, setStatus] = useState<'saved' | 'changed' | 'saving' | 'failed'>('saved')
  const [conflict, setConflict] = useState(false)
  const [retrying, setRetrying] = useState(false)
  const at = useRef({ content, stored: content, revision: begunRevision, stopped: false, running: undefined as Promise<void> | undefined })
  const save = async (): Promise<void> => {
    const { current } = at
    if (current.running) await current.running
    if (current.stopped || current.content === current.stored) return
    const sent = current.content
    setStatus('saving')
    current.running = (async () => {
      try {
        const answer = await call(
          formOperations.saveForm,
          {
            formKey,
            formName: sent.formName.trim() || current.stored.formName,
            note: sent.note.trim(),
            revision: current.revision,
            design: sent.design,
          },
          { quiet: true },
        )
        current.revision = answer.revision
        current.stored = sent
        setStatus(current.content === sent ? 'saved' : 'changed')
        setRetrying(false)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        setStatus('failed')
        if (/stale|conflict|revision|changed/i.test(error.reason)) {
          current.stopped = true
          setConflict(true)
        } else if (!error.status || error.status >= 500) setRetrying(true)
        else toast(error.message, 'error')
      } finally {
        current.running = undefined
      }
    })()
    await current.running
  }
  const saveLater = useEffectEvent(() => void save())
  useEffect(() => {
    at.current.content = content
    if (content === at.current.stored) {
      if (!at.current.running) setStatus('saved')
      return
    }
    setStatus('changed')
    const timer = setTimeout(() => saveLater(), pauseMs)
    return () => clearTimeout(timer)
  }, [content])
  useEffect(() => () => saveLater(), [])
  useEffect(() => {
    if (!retrying || status !== 'failed') return
    const timer = setTimeout(() => saveLater(), retryMs)
    return () => clearTimeout(timer)
  }, [retrying, status])
  useLeaveGuard(status === 'failed')
  // Leaving within the app saves; the window itself would not wait.
  useEffect(() => {
    if (status === 'saved') return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [status])
  const words = {
    saved: t('已保存'),
    changed: t('正在编辑'),
    saving: t('正在保存'),
    failed: retrying ? t('暂时没有保存，会自动重试') : t('未能保存'),
  }[status]
  const flush = async (): Promise<number | undefined> => {
    await save()
    return at.current.content === at.current.stored ? at.current.revision : undefined
  }
  /** What somebody else saved meanwhile; ours is saved after it where it is to stand. Undefined where it could not be read. */
  const meet = async (side: 'ours' | 'theirs'): Promise<Content | undefined> => {
    try {
      const { form, design } = await call(formOperations.form, { formKey })
      const parsed = parseFormDesign(design)
      if ('refusal' in parsed) throw new Error(parsed.refusal.words)
      const theirs = { design: parsed.design, formName: form.formName, note: form.note }
      Object.assign(at.current, { stored: theirs, revision: form.revision, stopped: false })
      setConflict(false)
      if (side === 'ours') void save()
      return theirs
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return undefined
    }
  }
  return { words, conflict, flush, meet }
}
