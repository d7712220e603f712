import { useNow } from '../../../kernel/now.ts'
import { Note, Notice } from '../../../ui/layout.tsx'
import { type Holder, holderWords, nearWords, spanWords } from './violation-words.ts'

/** The customer who held the car at that minute, or those shortly before and after. */
export function HolderNotice({ holder }: { readonly holder: Holder }) {
  const now = useNow()
  return (
    <>
      <Notice tone={holder.by === 'nobody' ? 'warning' : 'primary'}>
        {[holder.modelName, holderWords(holder, now)].filter(Boolean).join(' · ')}
      </Notice>
      {holder.candidates.map((one) => (
        <Note key={`${one.orderId}/${one.from}`} num>
          {one.orderNo} {one.renterName} · {spanWords(one, now)} · {nearWords(one)}
        </Note>
      ))}
    </>
  )
}
