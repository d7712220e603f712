import { Stack, Text } from '../../ui/layout.tsx'
import type { Difference } from './sections.ts'

/** What is given and what is taken away, by name. */
export function Diff({ added, removed }: Difference) {
  return (
    <Stack gap={8} text="left" className="role-edit-diff">
      {added.length > 0 && (
        <p>
          <b>{`新增 ${added.length} 项：`}</b>
          <Text ink="success">{added.join('、')}</Text>
        </p>
      )}
      {removed.length > 0 && (
        <p>
          <b>{`移除 ${removed.length} 项：`}</b>
          <Text ink="danger">{removed.join('、')}</Text>
        </p>
      )}
      {added.length + removed.length === 0 && <p>没有改动</p>}
    </Stack>
  )
}
