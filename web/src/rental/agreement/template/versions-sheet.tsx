import type { ContractType } from '@cheyi/domain/rental/agreement/codes'
import { useState } from 'react'
import { calls, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { momentText } from '../../../kernel/now.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { Button, Cell, MainButton, Note, Stack, Text } from '../../../ui/layout.tsx'

export type Version = OutputOf<typeof calls.agreement.templateVersion>

interface VersionsSheetProps extends Asks<Version> {
  readonly type: ContractType
  readonly history: OutputOf<typeof calls.agreement.templates>['templates'][number]['history']
}

/** Author and time of each version; a version can be used as the start of the next. */
export default function VersionsSheet({ type, history, answer }: VersionsSheetProps) {
  const [version, setVersion] = useState<number | null>(null)
  const read = useRead(
    calls.agreement.templateVersion,
    { type, version: version ?? 0 },
    { enabled: version !== null, quiet: false },
  )
  if (version === null) {
    return (
      <OpenedSheet title="历史版本" flush>
        {history.map((one, index) => (
          <Cell
            key={one.version}
            label={`第${one.version}版${index === 0 ? '（使用中）' : ''}`}
            note={`${one.createdName} ${momentText(one.createdAt)}`}
            onClick={() => setVersion(one.version)}
          />
        ))}
        <Cell label="系统范本" note="本店没有自己的版本时使用" onClick={() => setVersion(0)} />
      </OpenedSheet>
    )
  }
  return (
    <OpenedSheet
      title={version === 0 ? '系统范本' : `第${version}版`}
      footer={
        <>
          <Button size="l" onClick={() => setVersion(null)}>
            返回
          </Button>
          <MainButton
            reason={read.data === undefined ? '正在读取' : undefined}
            onClick={() => read.data && answer(read.data)}
          >
            以此为底稿修改
          </MainButton>
        </>
      }
    >
      <Answer of={read} cards={3}>
        {({ title, clauses, consent }) => (
          <Stack gap={12} pad={[4, 0, 12]}>
            <Text as="h3" weight="b">
              {title}
            </Text>
            {clauses.map((clause, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a stored version never changes.
              <div key={index}>
                <Text as="h4" weight="m">
                  第{index + 1}条　{clause.title}
                </Text>
                <Text as="p" pre weight={clause.strong ? 'b' : 'r'}>
                  {clause.text}
                </Text>
              </div>
            ))}
            <Note>{consent}</Note>
          </Stack>
        )}
      </Answer>
    </OpenedSheet>
  )
}
