import { useQuery } from '@tanstack/react-query'
import { Bone } from '../look/Skeleton.tsx'

/** A text as a square code, drawn when it is first shown. */
export const QrCode = ({ text, label, className = 'size-40' }: { text: string; label: string; className?: string }) => {
  const { data } = useQuery({
    queryKey: ['qrcode', text],
    staleTime: Infinity,
    queryFn: async () => {
      const { toString } = await import('qrcode')
      return toString(text, { type: 'svg', margin: 1, errorCorrectionLevel: 'M' })
    },
  })
  if (!data) return <Bone className={className} />
  return <img src={`data:image/svg+xml;utf8,${encodeURIComponent(data)}`} alt={label} className={`rounded-chip bg-white ${className}`} />
}
