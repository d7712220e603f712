import { depositKinds } from '@cheyi/domain/deposit/codes'
import { formatNear } from '@cheyi/domain/near'
import { useNow } from '../../kernel/now.ts'
import { Photos } from '../../page/photos.tsx'
import { Note, Text } from '../../ui/layout.tsx'
import { Card } from '../../ui/show/card.tsx'
import { Money } from '../../ui/show/money.tsx'
import { Tag } from '../../ui/show/tag.tsx'
import { type DepositDetail, givenBackText, modeText, resultMark } from './deduct.ts'

type Deduction = DepositDetail['deductions'][number]

/** What was taken before, the newest first, with its proof. */
export function History({ deductions }: { deductions: readonly Deduction[] }) {
  const now = useNow()
  return (
    <Card pad title="扣款记录">
      {deductions.length === 0 && (
        <Text as="p" ink={3}>
          暂无扣款记录
        </Text>
      )}
      {deductions.map((deduction) => {
        const { id, kind, amount, refunded, mode, result, reason, photos, at, operatorName } = deduction
        const mark = resultMark(result)
        return (
          <div key={id} className="deposit-payment-past num">
            <div className="deposit-payment-line">
              <span>{depositKinds.text(kind)}</span>
              <Tag tone={mark.tone}>{mark.text}</Tag>
              <Money fen={amount} />
            </div>
            <p>{reason}</p>
            <Note>
              {[givenBackText(amount, refunded), modeText(mode), formatNear(at, now), operatorName]
                .filter(Boolean)
                .join(' · ')}
            </Note>
            <Photos photos={photos} />
          </div>
        )
      })}
    </Card>
  )
}
