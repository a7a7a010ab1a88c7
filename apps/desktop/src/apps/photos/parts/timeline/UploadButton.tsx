import { Button, IconUpload } from '@boxwood/ui';
import { useAddPictures } from '../../../../kit/files/pictures/use-add-pictures.tsx';
import { useText } from '../../../../platform/react/use-text.ts';
import { messages } from '../../messages.ts';

export const UploadButton = ({ primary }: { readonly primary: boolean }) => {
  const t = useText(messages);
  const [choose, parts] = useAddPictures();
  return (
    <>
      <Button size="sm" {...(primary ? { variant: 'primary' } : {})} icon={<IconUpload />} onClick={choose}>
        {t('upload')}
      </Button>
      {parts}
    </>
  );
};
