import type { Source } from '@cheyi/domain/booking/order/codes'
import { parseList } from '@cheyi/domain/sales/channel/suggest'
import { useState } from 'react'
import { calls, feedback, type OutputOf, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { Field, TextArea } from '../../../ui/field/field.tsx'
import { Grow, MainButton, Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { type Kind, measures, nouns } from '../parts/mappings.ts'

type Suggested = OutputOf<typeof calls.channel.suggestMappings>
type Match = Suggested['rows'][number] & { readonly id: string }

const examples = { store: 'SH001 虹桥机场店', model: 'M1001 大众朗逸 2023款 自动挡', service: 'S01 无忧租' } as const

interface MatchSheetProps extends Asks<boolean> {
  readonly source: Source
  readonly kind: Kind
}

/** The channel's pasted list with the matching own store or model of each row; all ticked rows are opened at once. */
export default function MatchSheet({ source, kind, answer }: MatchSheetProps) {
  const [text, setText] = useState('')
  /** Ticks that differ from the proposal, by the channel's code. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const theirs = parseList(text)
  const suggested = useRead(calls.channel.suggestMappings, { source, kind, theirs }, { enabled: theirs.length > 0 })
  const saving = useWrite(calls.channel.saveMappings)
  const rows = theirs.length === 0 ? [] : (suggested.data?.rows ?? [])
  const ticked = rows.filter((row): row is Match => row.id !== null && (chosen.get(row.theirCode) ?? row.certain))
  const twice = ticked.length - new Set(ticked.map(({ id }) => id)).size
  async function save() {
    const changes = ticked.map(({ id, theirCode, theirName }) => ({ id, theirCode, theirName }))
    if (!(await saving.run({ source, kind, rows: changes }))) return
    feedback.toast(`已按清单开放 ${changes.length} ${measures[kind]}`)
    answer(true)
  }
  return (
    <OpenedSheet
      title={`按渠道清单匹配${nouns[kind]}`}
      footer={
        <MainButton
          loading={saving.pending}
          reason={ticked.length === 0 ? '没有勾选的匹配' : twice > 0 ? '两行勾选了同一个' : undefined}
          onClick={() => void save()}
        >
          {ticked.length === 0 ? '确认匹配' : `确认匹配 ${ticked.length} 项`}
        </MainButton>
      }
    >
      <Stack gap={12}>
        <Field label="渠道清单" hint="从平台后台复制，每行一个，编码和名称用空格、逗号或制表符隔开">
          <TextArea
            rows={4}
            value={text}
            placeholder={examples[kind]}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        {theirs.length > 0 && (
          <Answer of={suggested} cards={2}>
            {(told) => (
              <Stack gap={8}>
                {told.open > 0 && <Note>{told.open} 行的编码已经开放</Note>}
                {told.rows.map((row) => (
                  <SuggestedRow
                    key={row.theirCode}
                    of={row}
                    noun={nouns[kind]}
                    checked={chosen.get(row.theirCode) ?? row.certain}
                    onChange={(on) => setChosen(new Map(chosen).set(row.theirCode, on))}
                  />
                ))}
              </Stack>
            )}
          </Answer>
        )}
      </Stack>
    </OpenedSheet>
  )
}

interface SuggestedRowProps {
  readonly of: Suggested['rows'][number]
  readonly noun: string
  readonly checked: boolean
  readonly onChange: (on: boolean) => void
}

function SuggestedRow({
  of: { theirCode, theirName, id, name, certain, why },
  noun,
  checked,
  onChange,
}: SuggestedRowProps) {
  const words = (
    <Grow>
      <Text block>{theirName === theirCode ? theirCode : `${theirName}（${theirCode}）`}</Text>
      <Note>{id === null ? `没有相近的${noun}，可在列表中打开后填写编码` : `对应 ${name} · ${why}`}</Note>
    </Grow>
  )
  if (id === null) return <Row gap={8}>{words}</Row>
  return (
    <Row gap={8}>
      <Checkbox
        aria-label={`${theirName} 对应 ${name}`}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      {words}
      <Tag tone={certain ? 'success' : 'warning'}>{certain ? '一致' : '待核对'}</Tag>
    </Row>
  )
}
