import { localDate } from '@cheyi/domain/time'
import { useNow } from '../../kernel/now.ts'
import { usePicking } from '../../kernel/page/picking.ts'
import { DateRangeField } from '../../ui/date/date-range-field.tsx'
import { PickBox } from './list-head.tsx'
import type { Filter } from './types.ts'

/** A period of two days, both included, none in the future. The address contains the two days under the given names. */
export function period<N extends string, A extends string>(
  name: N,
  from: A,
  to: A,
): Filter<N, readonly [string, string], A> {
  return {
    name,
    address: [from, to],
    read: (values) => (values[from] && values[to] ? [values[from], values[to]] : undefined),
    beside: true,
    Field({ values }) {
      const today = localDate(useNow())
      const picking = usePicking()
      return (
        <PickBox on={!!values[from] && !!values[to]}>
          <DateRangeField
            value={values[from] && values[to] ? [values[from], values[to]] : []}
            onChange={(range) => picking.patch({ [from]: range[0]?.slice(0, 10), [to]: range[1]?.slice(0, 10) })}
            today={today}
            max={today}
            time={false}
            title="时间"
            all="全部时间"
            open={picking.open}
            onOpenChange={(open) => (open ? picking.show() : picking.close())}
          />
        </PickBox>
      )
    },
  }
}
