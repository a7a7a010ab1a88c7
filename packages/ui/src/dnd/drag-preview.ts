import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview';
import styles from './dnd.module.css';

type NativeSetDragImage = Parameters<typeof setCustomNativeDragPreview>[0]['nativeSetDragImage'];

/** Shows a small label under the pointer during a drag ("3 items"). */
export function labelPreview(nativeSetDragImage: NativeSetDragImage, label: string): void {
  setCustomNativeDragPreview({
    nativeSetDragImage,
    getOffset: () => ({ x: -12, y: 12 }),
    render: ({ container }) => {
      const pill = document.createElement('div');
      pill.className = styles.preview ?? '';
      pill.textContent = label;
      container.append(pill);
    },
  });
}
