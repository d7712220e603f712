import type { ReactNode } from 'react'
import { Box, Stack, Text } from '../../ui/layout.tsx'

/** One widget with its name above it. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box as="section" shrink className="specimen">
      <Text as="h2" pad={4} note weight="m">
        {name}
      </Text>
      <Stack gap={12}>{children}</Stack>
    </Box>
  )
}
