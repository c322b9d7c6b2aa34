import { Camera, MapPin, PackageCheck, ScanLine, X } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { foundLook, foundReport } from '../../../domain/found/operations.ts'
import type { InputOf, OutputOf } from '../../../domain/operations/define.ts'
import { host } from '../../../hosts/here.ts'
import { newId } from '../../../kernel/id.ts'
import { call, CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { Cell } from '../../look/Cell.tsx'
import { IconButton } from '../../look/IconButton.tsx'
import { Pending } from '../../look/Pending.tsx'
import { TextArea } from '../../look/fields/TextArea.tsx'
import { TextField } from '../../look/fields/TextField.tsx'
import { toast } from '../../look/overlays/toast.ts'
import { DoorPage, DoorWords } from '../../entrance/DoorPage.tsx'
import { smaller } from '../../forms/smaller.ts'
import { useSearch } from '../../screen.ts'
import { useSession } from '../../session/session.ts'
import { go, replace } from '../../travel.ts'
import { t } from '../../words.ts'

/** A label that a camera opened: who is signed in is led to the thing, a stranger to a page on which it can be reported, or to nothing. */
export default function Label(): ReactNode {
  const { code = '', finder } = useSearch('/pages/common/label')
  const { token } = useSession()
  // Where the host knows who looks, people come in by themselves.
  const comesIn = token !== undefined || host.knows !== undefined
  useEffect(() => {
    if (comesIn) replace('/pages/goods/components/scanned', { code, ...(finder && { finder }) })
  }, [comesIn, code, finder])
  if (comesIn) return null
  // An address without a code is of no label.
  return code.trim() === '' ? <Nothing code={code} finder={finder} /> : <Stranger code={code} finder={finder} />
}

type LabelQuery = { readonly code: string; readonly finder: string | undefined }

const Stranger = ({ code, finder }: LabelQuery) => {
  const { data, error, refetch } = useQuery({
    queryKey: [foundLook.name, code, finder],
    queryFn: ({ signal }) => call(foundLook, { code, ...(finder && { finder }) }, { quiet: true, signal }),
    staleTime: Infinity,
    retry: false,
  })
  if (!data) return <Pending error={error} onRetry={refetch} />
  return data.t === 'off' ? <Nothing code={code} finder={finder} /> : <Report shown={data} code={code} finder={finder} />
}

const SignIn = ({ code, finder }: LabelQuery) => (
  <Button kind="plain" wide onClick={() => go('/pages/goods/components/scanned', { code, ...(finder && { finder }) })}>
    {t('我是本单位员工，登录查看')}
  </Button>
)

/** The same whatever label it is. */
const Nothing = (query: LabelQuery) => (
  <DoorPage title={t('资产标签')} text={t('这是一件在册物品的标签，详情只对所属单位的人开放。')}>
    <Button
      size="large"
      wide
      icon={ScanLine}
      onClick={() => go('/pages/goods/components/scanned', { code: query.code, ...(query.finder && { finder: query.finder }) })}
    >
      {t('登录查看')}
    </Button>
  </DoorPage>
)

type LabelPage = OutputOf<typeof foundLook> & { readonly t: 'page' }

const Report = ({ shown, code, finder }: LabelQuery & { shown: LabelPage }) => {
  const { organisation, contact, name, picture } = shown
  /** Made once: sent again, it is the same report. */
  const [id] = useState(newId)
  const [words, setWords] = useState('')
  const [phone, setPhone] = useState('')
  const [point, setPoint] = useState<InputOf<typeof foundReport>['point']>()
  const [photo, setPhoto] = useState<Photo>()
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const [isTold, setTold] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (words.trim() === '') return setProblem(t('请写一句在哪里、怎样发现的'))
    setProblem('')
    setBusy(true)
    try {
      await call(
        foundReport,
        { code, ...(finder && { finder }), id, words, phone, ...(point && { point }), ...(photo && { picture: photo.base64 }) },
        { quiet: true },
      )
      setTold(true)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    } finally {
      setBusy(false)
    }
  }
  const locate = async () => {
    const position = await host.position?.().catch(() => undefined)
    if (!position) return toast(t('没有得到位置，请在文字里写明地点'), 'error')
    setPoint({ longitude: position.longitude, latitude: position.latitude, system: position.system })
  }

  if (isTold) return <ThanksPage organisation={organisation} contact={contact} />
  return (
    <DoorPage title={t('这是{organisation}的物品', { organisation })} text={name ?? t('捡到了吗？告诉他们一声。')}>
      {picture && <img src={picture} alt={name ?? ''} className="mx-auto mb-4 size-36 rounded-card object-cover shadow-lift" />}
      {contact && <Contact contact={contact} />}
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Card flush className="mb-3">
          <TextArea label={t('在哪里、怎样发现的')} value={words} onChange={setWords} max={500} required />
          <TextField
            label={t('您的电话')}
            value={phone}
            onChange={setPhone}
            hint={t('可不填；只用来与您联系')}
            inputMode="tel"
            autoComplete="tel"
            maxLength={40}
          />
          <PhotoCell photo={photo} onPhoto={setPhoto} />
          {host.position && (
            <Cell
              icon={MapPin}
              tint="#3e63dd"
              title={point ? t('已附上位置') : t('附上我的位置')}
              {...(point
                ? { value: <Clear label={t('去掉位置')} onPress={() => setPoint(undefined)} /> }
                : { onPress: () => void locate() })}
            />
          )}
        </Card>
        <DoorWords problem={problem} />
        <Button type="submit" size="large" wide busy={busy}>
          {t('告诉他们')}
        </Button>
      </form>
      <div className="mt-3">
        <SignIn code={code} finder={finder} />
      </div>
    </DoorPage>
  )
}

const ThanksPage = ({ organisation, contact }: Pick<LabelPage, 'organisation' | 'contact'>) => (
  <DoorPage title={t('已告知，谢谢您')} text={t('{organisation}的管理员会收到您的报告。', { organisation })}>
    <div className="flex justify-center text-good">
      <PackageCheck size={72} strokeWidth={1.4} aria-hidden />
    </div>
    {contact && <Contact contact={contact} />}
  </DoorPage>
)

const Contact = ({ contact }: { contact: string }) => (
  <p className="mb-4 whitespace-pre-line break-words rounded-card bg-accent-soft px-4 py-3 text-center text-body text-accent-strong">
    {contact}
  </p>
)

type Photo = { readonly shown: string; readonly base64: string }

/** Small enough to go with a few words. */
const photoPx = 1280

const PhotoCell = ({ photo, onPhoto }: { photo: Photo | undefined; onPhoto: (photo: Photo | undefined) => void }) => {
  const picker = useRef<HTMLInputElement>(null)
  const take = async (file: File | undefined) => {
    if (!file) return
    try {
      const photoText = await textOf(await smaller(file, photoPx))
      onPhoto({ shown: photoText, base64: photoText.slice(photoText.indexOf(',') + 1) })
    } catch {
      toast(t('这张图片无法上传'), 'error')
    }
  }
  return (
    <>
      <Cell
        icon={Camera}
        tint="#00a86b"
        title={photo ? t('已附上照片') : t('附上照片')}
        {...(photo
          ? {
              value: (
                <span className="flex items-center gap-2">
                  <img src={photo.shown} alt={t('照片')} className="size-10 rounded-control object-cover" />
                  <Clear label={t('去掉照片')} onPress={() => onPhoto(undefined)} />
                </span>
              ),
            }
          : { onPress: () => picker.current?.click() })}
      />
      <input
        ref={picker}
        type="file"
        accept="image/*"
        aria-label={t('附上照片')}
        className="hidden"
        onChange={({ target }) => {
          void take(target.files?.[0])
          target.value = ''
        }}
      />
    </>
  )
}

const Clear = ({ label, onPress }: { label: string; onPress: () => void }) => (
  <IconButton icon={X} iconSize={18} label={label} onClick={onPress} />
)

const textOf = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(new Error('unreadable')))
    reader.readAsDataURL(file)
  })
