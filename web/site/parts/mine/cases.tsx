/** @jsxImportSource preact */
import { formatMoney } from '@cheyi/domain/money'
import { damageStatuses } from '@cheyi/domain/rental/damage/codes'
import { violationStatuses } from '@cheyi/domain/rental/violation/codes'
import { deadlineText, formatDateTime } from '@cheyi/domain/time'
import { say, translate } from '../../../src/words/words.ts'
import type { Rental } from '../../view.ts'
import { Line } from './trip-card.tsx'

/** Contracts, damage and violations, with their proof. */
export function CasesCards({ rental }: { readonly rental: Rental }) {
  const { papers, damages, violations } = rental
  return (
    <>
      {papers.length > 0 && (
        <section class="card">
          <h2>{say('合同和协议')}</h2>
          {papers.map(({ name, no, signed }) => (
            <Line key={no} name={translate(name)} text={signed ? say('已签署') : say('待签署')} />
          ))}
        </section>
      )}
      {damages.length > 0 && (
        <section class="card">
          <h2>{translate('车损')}</h2>
          {damages.map(({ status, parts, amount, photos }) => (
            <div key={`${status}${parts.join()}${amount}`}>
              <Line
                name={parts.length === 0 ? translate('车辆损失') : parts.map(translate).join(say('、'))}
                text={amount === null ? translate(damageStatuses.text(status)) : formatMoney(amount)}
              />
              <Pictures of={photos} name={say('车损照片')} />
            </div>
          ))}
        </section>
      )}
      {violations.length > 0 && (
        <section class="card">
          <h2>{translate('违章')}</h2>
          {violations.map(({ status, act, place, occurAt, fine, points, deadlineAt, evidence }) => (
            <div key={`${occurAt}${act}`}>
              <Line name={translate(act)} text={translate(violationStatuses.text(status))} />
              <p class="quiet">{`${formatDateTime(occurAt)} ${place}`}</p>
              <p class="quiet">
                {[
                  ...(fine === null ? [] : [say('罚款 {price}', { price: formatMoney(fine) })]),
                  ...(points === 0 ? [] : [say('记 {n} 分', { n: points })]),
                  ...(deadlineAt === null
                    ? []
                    : [say('请在 {date} 前处理', { date: deadlineText(deadlineAt, 'MM-DD') })]),
                ].join(' · ')}
              </p>
              <Pictures of={evidence} name={say('违章照片')} />
            </div>
          ))}
        </section>
      )}
    </>
  )
}

interface PicturesProps {
  readonly of: readonly { readonly url: string; readonly thumbUrl: string | null }[]
  readonly name: string
}

const Pictures = ({ of, name }: PicturesProps) =>
  of.length === 0 ? null : (
    <p class="proof">
      {of.map(({ url, thumbUrl }) => (
        <a key={url} href={url} target="_blank" rel="noopener">
          <img src={thumbUrl ?? url} alt={name} width="72" height="72" loading="lazy" />
        </a>
      ))}
    </p>
  )
