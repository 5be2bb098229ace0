// The outline of a page that is on its way, with words for who cannot see it.
import { Skeleton, VisuallyHidden } from '@mantine/core'

export function LoadingPage({ label }: { readonly label: string }) {
  return (
    <div role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      <Skeleton height={36} width="45%" mb="lg" />
      <Skeleton height={14} width="80%" mb="sm" />
      <Skeleton height={14} width="65%" mb="xl" />
      <Skeleton height={160} />
    </div>
  )
}
