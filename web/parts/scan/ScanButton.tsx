import { ScanLine } from 'lucide-react'
import { useState } from 'react'
import type { ScannedNoun } from '../../../domain/operations/scans.ts'
import { IconButton } from '../../look/IconButton.tsx'
import { later } from '../../look/later.tsx'
import { Sheet } from '../../look/Sheet.tsx'
import { t } from '../../words.ts'
import type { Found } from './find.ts'

type Props = {
  wants: readonly ScannedNoun[]
  onFound: (found: Found) => void
  /** Stays open for the next one. */
  many?: boolean
}

/** Chooses a thing by its label, beside a search box. */
export const ScanButton = ({ wants, onFound, many = false }: Props) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <span className="-mr-2">
        <IconButton icon={ScanLine} label={t('扫一扫')} iconSize={20} onClick={() => setOpen(true)} />
      </span>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('扫一扫')} tall>
        {open && (
          <ThingScan
            wants={wants}
            onFound={(found) => {
              if (!many) setOpen(false)
              onFound(found)
            }}
          />
        )}
      </Sheet>
    </>
  )
}

const ThingScan = later(() => import('./ThingScan.tsx'))
