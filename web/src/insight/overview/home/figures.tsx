import './figures.css'
import { formatMoney } from '@cheyi/domain/money'
import { isThere } from '@cheyi/domain/platform/role/capability'
import { lazy, Suspense } from 'react'
import { useNow } from '../../../kernel/now.ts'
import { Card, Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { ShareBar, ShareNames } from '../../../ui/show/shares.tsx'
import { changeOf, type Home } from './home-words.ts'

const Trend = lazy(() => import('./trend.tsx'))

/** The figures of the day: the income, for users with the permission, and the state of the fleet. */
export function Figures({ home }: { home: Pick<Home, 'income' | 'fleet'> | undefined }) {
  if (!home) return null
  const { income, fleet } = home
  if (!income && fleet.total === 0) return null
  return (
    <Card pad title="门店经营" extra="今日">
      {income && <Income income={income} />}
      {fleet.total > 0 && <Fleet fleet={fleet} />}
    </Card>
  )
}

function Income({ income }: { income: NonNullable<Home['income']> }) {
  const change = changeOf(income)
  const now = useNow()
  return (
    <Row className="home-income" gap={12} justify="between" align="end">
      <div>
        <Note>今日订单收入</Note>
        <Money fen={income.today} size="display" />
        <Note num>
          {change ? (
            <>
              <Text as="b" ink={change.up ? 'success' : 'danger'}>
                {change.up ? '↑' : '↓'} {change.text}
              </Text>{' '}
              较上周同日此刻
            </>
          ) : income.weekAgo > 0 ? (
            `上周同日此刻 ${formatMoney(income.weekAgo)}`
          ) : (
            '上周同日此刻无订单收入'
          )}
        </Note>
      </div>
      {income.days.length > 0 && (
        <Suspense fallback={null}>
          <Trend days={income.days} now={now} />
        </Suspense>
      )}
    </Row>
  )
}

function Fleet({ fleet }: { fleet: Home['fleet'] }) {
  const shares = [
    { key: 'rented', label: '在租', count: fleet.rented, tone: 'primary' },
    { key: 'free', label: '可租', count: fleet.free, tone: 'success' },
    ...(isThere('ticket')
      ? ([{ key: 'maintenance', label: '维保', count: fleet.maintenance, tone: 'warning' }] as const)
      : []),
    ...(isThere('relocation')
      ? ([{ key: 'relocation', label: '调车', count: fleet.relocation, tone: 'purple' }] as const)
      : []),
  ] as const
  const share = Math.round((fleet.rented / fleet.total) * 100)
  return (
    <div className="home-fleet num">
      <Row align="stretch" justify="between" note>
        <Text note>车辆出租率</Text>
        <span>
          <Text as="b" ink={1}>
            {share}%
          </Text>{' '}
          {fleet.rented} / {fleet.total} 辆
        </span>
      </Row>
      <Stack gap={8} top={8}>
        <ShareBar shares={shares} />
        <ShareNames shares={shares} counted />
      </Stack>
    </div>
  )
}
