import { depositKinds } from '@cheyi/domain/deposit/codes'
import { formatNear } from '@cheyi/domain/near'
import { useNow } from '../../kernel/now.ts'
import { view } from '../../page/view.ts'
import { Card } from '../../ui/show/card.tsx'
import { Money } from '../../ui/show/money.tsx'
import { Tag } from '../../ui/show/tag.tsx'
import { type DepositDetail, modeText, resultMark } from './deduct.ts'

type Deduction = DepositDetail['deductions'][number]

/** What was taken before, the newest first, with its proof. */
export function History({ deductions }: { deductions: readonly Deduction[] }) {
  const now = useNow()
  return (
    <Card pad title="扣款记录">
      {deductions.length === 0 && <p className="deposit-payment-none">暂无扣款记录</p>}
      {deductions.map((deduction) => {
        const { id, kind, amount, mode, result, reason, photos, at, operatorName } = deduction
        const mark = resultMark(result)
        const images = photos.map(({ url }, index) => ({ url, alt: `凭证 ${index + 1}` }))
        return (
          <div key={id} className="deposit-payment-past num">
            <div className="deposit-payment-line">
              <span>{depositKinds.text(kind)}</span>
              <Tag tone={mark.tone}>{mark.text}</Tag>
              <Money fen={amount} />
            </div>
            <p>{reason}</p>
            <p className="deposit-payment-note">
              {[modeText(mode), formatNear(at, now), operatorName].filter(Boolean).join(' · ')}
            </p>
            {photos.length > 0 && (
              <ul className="deposit-payment-photos">
                {photos.map(({ mediaId, thumbUrl, url }, index) => (
                  <li key={mediaId}>
                    <button type="button" aria-label={`查看凭证 ${index + 1}`} onClick={() => view(images, index)}>
                      <img src={thumbUrl ?? url} alt="" loading="lazy" decoding="async" />
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </div>
        )
      })}
    </Card>
  )
}
