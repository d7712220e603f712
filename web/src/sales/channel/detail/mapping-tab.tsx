import type { Source } from '@cheyi/domain/booking/order/codes'
import { ask, calls, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { open } from '../../../page/open.ts'
import { useAnswers } from '../../../page/page.tsx'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/field/choice.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Card, Cell, Note, Row, Stack } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { type Kind, type Mapping, measures, nouns } from '../parts/mappings.ts'

/** The stores or models that are open to the channel, with its own code for each. */
export function MappingTab({ source, kind }: { readonly source: Source; readonly kind: Kind }) {
  const [rows] = useAnswers(ask(calls.channel.mappings, { source, kind }))
  const saving = useWrite(calls.channel.saveMappings)
  const closed = rows.filter(({ theirCode, inUse }) => theirCode === null && inUse)
  const save = (changes: readonly (Pick<Mapping, 'id' | 'theirName'> & { readonly theirCode: string | null })[]) =>
    saving.run({ source, kind, rows: [...changes] })
  async function openAll() {
    if (await save(closed.map(({ id }) => ({ id, theirCode: id, theirName: '' }))))
      feedback.toast(`已开放 ${closed.length} ${measures[kind]}`)
  }
  const toggle = ({ id, theirCode }: Mapping) =>
    void save([{ id, theirCode: theirCode === null ? id : null, theirName: '' }])
  if (rows.length === 0) return <Empty title={`还没有${nouns[kind]}`} note={`添加${nouns[kind]}后可开放给渠道`} />
  return (
    <Stack gap={12} id="channel" role="tabpanel">
      <Card
        title={`开放的${nouns[kind]}`}
        extra={`${rows.filter(({ theirCode }) => theirCode !== null).length} / ${rows.length}`}
      >
        {rows.map((row) => (
          <Cell
            key={row.id}
            label={row.name}
            note={noteOf(row)}
            extra={
              <Row as="span" gap={8}>
                {!row.inUse && <Tag>{kind === 'store' ? '已关闭' : '已停用'}</Tag>}
                {row.theirCode !== null && (
                  <Button
                    size="s"
                    variant="text"
                    aria-label={`${row.name}的渠道编码`}
                    onClick={() => void open(() => import('./code-sheet.tsx'), { source, kind, row })}
                  >
                    编码
                  </Button>
                )}
                <Switch
                  label={`开放${row.name}`}
                  checked={row.theirCode !== null}
                  disabled={saving.pending}
                  onChange={() => toggle(row)}
                />
              </Row>
            }
          />
        ))}
      </Card>
      {closed.length > 0 && (
        <Row gap={12}>
          <Button block variant="tint" onClick={() => void open(() => import('./match-sheet.tsx'), { source, kind })}>
            按渠道清单匹配
          </Button>
          <Button block variant="tint" loading={saving.pending} onClick={() => void openAll()}>
            全部开放
          </Button>
        </Row>
      )}
      <Note pad={[0, 4]}>{hints[kind]}</Note>
    </Stack>
  )
}

const hints = {
  store: '启用渠道前至少开放一家门店和一款车型；为渠道保留车辆只在开放的门店和车型生效',
  model: '启用渠道前至少开放一家门店和一款有价格的车型',
  service: '渠道订单中的服务按编码对应到本店服务，订单里同时显示双方名称；没有对应的按渠道名称记录',
} as const

/** Place or class, and the channel's code and name. */
const noteOf = ({ id, note, theirCode, theirName }: Mapping): string =>
  [note, theirCode !== null && theirCode !== id && `渠道编码 ${theirCode}`, theirName].filter(Boolean).join(' · ')
