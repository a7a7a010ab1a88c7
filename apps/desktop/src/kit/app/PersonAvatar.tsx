import { Avatar } from '@boxwood/ui';
import { ServingBoxToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';

/** A user's picture. The account service returns a path relative to itself (`avatar/….png`, A10). */
export const PersonAvatar = ({
  name,
  picture,
  size,
}: {
  readonly name: string;
  readonly picture: string;
  readonly size: number;
}) => {
  const serving = useService(ServingBoxToken);
  return <Avatar name={name} src={picture === '' ? '' : `${serving.accountUrl}/${picture}`} size={size} />;
};
